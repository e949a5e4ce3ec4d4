//! C from a description: calls, and the interpreter that makes them.
//!
//! An interpreter reads a line for each call and writes a line for each reply:
//!
//! ```text
//! 0 = table_new 1          table_new: set
//! table_put $0 3 4         table_put: 0 0
//! table_get $0 3           table_get: 1 4
//! ```
//!
//! A reply is what the function returned, and then what it set, in the order of the arguments. Text is in hexadecimal
//! after an `x`, and arrays are in brackets.

use crate::description::{Api, Argument, Function, Returns};

/// A call as a block of C that prints its reply, with an expression for each argument that the caller gives, and one
/// for the variable of a handle.
pub fn call(function: &Function, given: &[String], variable: Option<&str>) -> String {
    let mut given = given.iter();
    let mut lines = Vec::new();
    let mut passed = Vec::new();
    let mut outs = String::new();
    for (index, argument) in function.arguments.iter().enumerate() {
        let name = format!("a{index}");
        let mut value = || given.next().expect("a call has all arguments");
        passed.push(match argument {
            Argument::Out(_) => format!("&{name}"),
            _ => name.clone(),
        });
        lines.push(match argument {
            Argument::Number(scalar) => format!("{} {name} = {};", scalar.c_type(), value()),
            Argument::Text => format!("const char *{name} = {};", value()),
            Argument::Handle => format!("void *{name} = {};", value()),
            Argument::Array(scalar) => format!("{} *{name} = {};", scalar.c_type(), value()),
            Argument::Out(scalar) => {
                outs += &format!("        printf(\" %lld\", (long long){name});\n");
                format!("{} {name} = 0;", scalar.c_type())
            }
            Argument::OutArray(scalar, count) => {
                let element = scalar.c_type();
                outs += &format!(
                    "        printf(\" [\");\n        for (size_t i = 0; i < (size_t)a{count}; i++) {{\n            \
                     printf(i == 0 ? \"%lld\" : \",%lld\", (long long){name}[i]);\n        }}\n        printf(\"]\");\n        \
                     free({name});\n"
                );
                // The number of elements may come after it.
                format!("{element} *{name} = NULL;")
            }
        });
    }
    for (index, argument) in function.arguments.iter().enumerate() {
        if let Argument::OutArray(scalar, count) = argument {
            let size = scalar.c_type();
            lines.push(format!("a{index} = calloc((size_t)a{count} + 1, sizeof({size}));"));
        }
    }
    let name = function.name;
    let called = format!("{name}({})", passed.join(", "));
    let told = match function.result {
        Returns::Nothing => format!("{called};\n        printf(\"{name}: void\");"),
        Returns::Number(scalar) => format!(
            "{} result = {called};\n        printf(\"{name}: %lld\", (long long)result);",
            scalar.c_type()
        ),
        Returns::Handle => {
            let kept =
                variable.map(|kept| format!("        {kept} = result;\n")).unwrap_or_default();
            format!(
                "void *result = {called};\n{kept}        printf(\"{name}: %s\", result == NULL ? \"null\" : \"set\");"
            )
        }
    };
    let lines: String = lines.iter().map(|line| format!("        {line}\n")).collect();
    format!("    {{\n{lines}        {told}\n{outs}        printf(\"\\n\");\n    }}\n")
}

/// The source of the interpreter of an API.
// Only the build script has a use for it.
#[allow(dead_code)]
pub fn interpreter(api: &Api) -> String {
    let mut cases = String::new();
    for function in api.functions {
        let given = function.arguments.iter().filter(|argument| argument.is_given());
        let read = given.enumerate().map(|(index, argument)| match argument {
            Argument::Number(scalar) => format!("({})number(words[{index}])", scalar.c_type()),
            Argument::Text => format!("text(words[{index}])"),
            Argument::Handle => format!("*variable(words[{index}])"),
            // Elements are read as `long long`, and stored as what they are.
            Argument::Array(scalar) => {
                format!("array(words[{index}], sizeof({}))", scalar.c_type())
            }
            Argument::Out(_) | Argument::OutArray(..) => unreachable!("they are not given"),
        });
        let read: Vec<String> = read.collect();
        let block = call(function, &read, Some("*kept"));
        let (name, count) = (function.name, read.len());
        cases += &format!(
            "    if (strcmp(name, \"{name}\") == 0 && count == {count})\n{block}    else\n"
        );
    }
    let header = api.header;
    format!("#include {header}\n{BEFORE}{cases}    printf(\"unknown call\\n\");\n}}\n{AFTER}")
}

/// Reading words, which knows nothing of an API. With an argument the interpreter makes a mistake of its own: only the
/// first digit of a number gets its sign.
const BEFORE: &str = r#"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 16, VARIABLES = 256, LINE = 1 << 16 };

static int signs_one_digit;
static void *variables[VARIABLES];

/* What words of the present line point to. */
static void *memory[WORDS];
static int used;

static void *get_memory(size_t size) {
    return memory[used++] = calloc(size + 1, 1);
}

static long long number(const char *word) {
    long long sign = *word == '-' ? -1 : 1, value = 0;
    word += *word == '-';
    for (const char *digit = word; *digit >= '0' && *digit <= '9'; digit++) {
        int is_signed = digit == word || !signs_one_digit;
        value = 10 * value + (is_signed ? sign : 1) * (*digit - '0');
    }
    return value;
}

static char *text(const char *word) {
    size_t length = strlen(word) / 2;
    char *bytes = get_memory(length);
    for (size_t i = 0; i < length; i++) {
        char digits[] = {word[2 * i + 1], word[2 * i + 2], '\0'};
        bytes[i] = (char)strtol(digits, NULL, 16);
    }
    return bytes;
}

static void *array(const char *word, size_t size) {
    unsigned char *bytes = get_memory(strlen(word) * size);
    size_t at = 0;
    while (*word == '[' || *word == ',') {
        word += 1;
        if (*word == ']') {
            break;
        }
        long long value = number(word);
        if (size == 1) {
            bytes[at] = (unsigned char)value;
        } else if (size == 4) {
            int32_t element = (int32_t)value;
            memcpy(bytes + 4 * at, &element, 4);
        } else {
            int64_t element = value;
            memcpy(bytes + 8 * at, &element, 8);
        }
        at += 1;
        word += strcspn(word, ",]");
    }
    return bytes;
}

static void **variable(const char *word) {
    return &variables[(word[0] == '$' ? number(word + 1) : 0) % VARIABLES];
}

static void answer(const char *name, char **words, int count, void **kept) {
    (void)words;
    (void)text;
    (void)array;
    (void)kept;
"#;

const AFTER: &str = r#"
int main(int count, char **arguments) {
    (void)arguments;
    signs_one_digit = count > 1;
    static char line[LINE];
    while (fgets(line, LINE, stdin) != NULL) {
        char *words[WORDS];
        int length = 0;
        for (char *word = strtok(line, " \n"); word != NULL && length < WORDS; word = strtok(NULL, " \n")) {
            words[length++] = word;
        }
        void *unused = NULL, **kept = &unused;
        int first = 0;
        if (length > 2 && strcmp(words[1], "=") == 0) {
            kept = &variables[number(words[0]) % VARIABLES];
            first = 2;
        }
        if (length > first) {
            answer(words[first], words + first + 1, length - first - 1, kept);
        } else {
            printf("unknown call\n");
        }
        while (used > 0) {
            free(memory[--used]);
        }
        /* To a pipe, output is kept back until there is much of it. */
        fflush(stdout);
    }
    return 0;
}
"#;
