//! Codes of reasons that the source can produce: what each call of `Reason::new` in the crates may be given.
//!
//! A code is a literal at the call, or it comes there by a variable, a parameter, a `match` or a method. All of these are
//! followed; what cannot be followed is an error, so that no code is overlooked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{
    Block, Expr, ExprCall, FnArg, ImplItemFn, Item, ItemFn, ItemMod, Lit, Pat, Signature, Stmt,
};

/// Codes of all crates, each with its component: `machine/return`.
pub fn of_all_crates(root: &Path) -> BTreeSet<String> {
    let crates = entries(&root.join("crates"));
    crates.iter().flat_map(|one| Crate::read(&one.join("src")).codes()).collect()
}

/// Functions and constants of a crate, without those of tests.
#[derive(Default)]
struct Crate {
    functions: Vec<Function>,
    constants: BTreeMap<String, String>,
}

struct Function {
    name: String,
    parameters: Vec<String>,
    body: Block,
    file: PathBuf,
}

impl Crate {
    fn read(sources: &Path) -> Self {
        let mut all = Crate::default();
        let mut folders = vec![sources.to_path_buf()];
        while let Some(folder) = folders.pop() {
            for path in entries(&folder) {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if path.is_dir() && name != "tests" {
                    folders.push(path);
                } else if name.ends_with(".rs") && name != "tests.rs" {
                    let text = fs::read_to_string(&path).expect("a source can be read");
                    let file = syn::parse_file(&text).expect("a source is Rust");
                    Reader { all: &mut all, file: &path }.visit_file(&file);
                }
            }
        }
        all
    }

    fn codes(&self) -> BTreeSet<String> {
        let mut codes = BTreeSet::new();
        for function in &self.functions {
            for call in calls(&function.body, |call| is_path(&call.func, &["Reason", "new"])) {
                let component = self.component(&call.args[0], function);
                let found = self.texts(&call.args[1], function);
                codes.extend(found.into_iter().map(|code| format!("{component}/{code}")));
            }
        }
        codes
    }

    fn component(&self, expression: &Expr, function: &Function) -> String {
        match expression {
            Expr::Lit(literal) => text_of(&literal.lit),
            Expr::Path(_) if is_path(expression, &["Reason", "ENGINE"]) => Some("lawful".into()),
            Expr::Path(path) => path
                .path
                .get_ident()
                .and_then(|name| self.constants.get(&name.to_string()).cloned()),
            _ => None,
        }
        .unwrap_or_else(|| function.cannot("the component"))
    }

    /// Texts that an expression may have, or those at a place of the tuples that it may be.
    fn texts(&self, expression: &Expr, function: &Function) -> Vec<String> {
        self.texts_at(expression, None, function)
    }

    fn texts_at(
        &self,
        expression: &Expr,
        place: Option<usize>,
        function: &Function,
    ) -> Vec<String> {
        match (expression, place) {
            (Expr::Lit(literal), None) => {
                vec![text_of(&literal.lit).unwrap_or_else(|| function.cannot("a code"))]
            }
            (Expr::Tuple(tuple), Some(place)) => self.texts(&tuple.elems[place], function),
            (Expr::Match(found), _) => found
                .arms
                .iter()
                .flat_map(|arm| self.texts_at(&arm.body, place, function))
                .collect(),
            (Expr::Block(block), _) => self.texts_at(last(&block.block, function), place, function),
            (Expr::Field(field), None) => match &field.member {
                syn::Member::Unnamed(index) => {
                    self.texts_at(&field.base, Some(index.index as usize), function)
                }
                syn::Member::Named(_) => function.cannot("a field"),
            },
            (Expr::MethodCall(call), _) => {
                let name = call.method.to_string();
                let called = self.functions.iter().filter(|function| function.name == name);
                called
                    .flat_map(|called| self.texts_at(last(&called.body, called), place, called))
                    .collect()
            }
            (Expr::Path(path), None) => {
                let name = path.path.get_ident().map(ToString::to_string).unwrap_or_default();
                self.texts_of_variable(&name, function)
            }
            _ => function.cannot("an expression"),
        }
    }

    fn texts_of_variable(&self, name: &str, function: &Function) -> Vec<String> {
        if let Some((value, place)) = binding(&function.body, name) {
            return self.texts_at(&value, place, function);
        }
        let parameter = function.parameters.iter().position(|parameter| parameter == name);
        let place = parameter.unwrap_or_else(|| function.cannot(name));
        let mut texts = Vec::new();
        for caller in &self.functions {
            let mut found = ArgumentsOf { name: &function.name, place, found: Vec::new() };
            found.visit_block(&caller.body);
            texts.extend(found.found.iter().flat_map(|argument| self.texts(argument, caller)));
        }
        assert!(!texts.is_empty(), "{} is never called", function.name);
        texts
    }
}

impl Function {
    fn cannot(&self, what: &str) -> ! {
        panic!("{}, `{}`: cannot tell the codes: {what}", self.file.display(), self.name)
    }
}

/// Value that a variable is bound to, with its place if the pattern is a tuple.
fn binding(body: &Block, name: &str) -> Option<(Expr, Option<usize>)> {
    let mut found = Bindings { name, found: None };
    found.visit_block(body);
    found.found
}

struct Bindings<'a> {
    name: &'a str,
    found: Option<(Expr, Option<usize>)>,
}

impl Visit<'_> for Bindings<'_> {
    fn visit_local(&mut self, local: &syn::Local) {
        let is_it = |pattern: &Pat| matches!(pattern, Pat::Ident(one) if one.ident == self.name);
        let place = match &local.pat {
            Pat::Tuple(tuple) => tuple.elems.iter().position(is_it).map(Some),
            pattern => is_it(pattern).then_some(None),
        };
        if let (Some(place), Some(value)) = (place, &local.init) {
            self.found = Some(((*value.expr).clone(), place));
        }
        visit::visit_local(self, local);
    }
}

/// Arguments at a place in calls of a function, by its name alone; a method's `self` is not counted.
struct ArgumentsOf<'a> {
    name: &'a str,
    place: usize,
    found: Vec<Expr>,
}

impl Visit<'_> for ArgumentsOf<'_> {
    fn visit_expr_method_call(&mut self, call: &syn::ExprMethodCall) {
        if call.method == self.name {
            self.found.push(call.args[self.place].clone());
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &ExprCall) {
        if is_path(&call.func, &[self.name]) {
            self.found.push(call.args[self.place].clone());
        }
        visit::visit_expr_call(self, call);
    }
}

/// Calls in a body that meet a condition. There is none in a macro, where nothing would be found.
fn calls(body: &Block, is_wanted: fn(&ExprCall) -> bool) -> Vec<ExprCall> {
    struct Calls(fn(&ExprCall) -> bool, Vec<ExprCall>);
    impl Visit<'_> for Calls {
        fn visit_expr_call(&mut self, call: &ExprCall) {
            if self.0(call) {
                self.1.push(call.clone());
            }
            visit::visit_expr_call(self, call);
        }

        fn visit_macro(&mut self, one: &syn::Macro) {
            let text = one.tokens.to_string().replace(' ', "");
            assert!(!text.contains("Reason::new("), "a reason is made inside of a macro: {text}");
        }
    }
    let mut calls = Calls(is_wanted, Vec::new());
    calls.visit_block(body);
    calls.1
}

fn is_path(expression: &Expr, words: &[&str]) -> bool {
    let Expr::Path(path) = expression else { return false };
    let segments = path.path.segments.iter().map(|segment| segment.ident.to_string());
    segments.eq(words.iter().map(ToString::to_string))
}

fn last<'a>(body: &'a Block, function: &Function) -> &'a Expr {
    match body.stmts.last() {
        Some(Stmt::Expr(value, None)) => value,
        _ => function.cannot("a block without a value"),
    }
}

fn text_of(literal: &Lit) -> Option<String> {
    match literal {
        Lit::Str(text) => Some(text.value()),
        _ => None,
    }
}

/// Collects the functions and constants of a file.
struct Reader<'a> {
    all: &'a mut Crate,
    file: &'a Path,
}

impl Reader<'_> {
    fn add(&mut self, signature: &Signature, body: &Block) {
        let parameters = signature.inputs.iter().filter_map(|parameter| match parameter {
            FnArg::Typed(typed) => match &*typed.pat {
                Pat::Ident(name) => Some(name.ident.to_string()),
                _ => Some(String::new()),
            },
            FnArg::Receiver(_) => None,
        });
        self.all.functions.push(Function {
            name: signature.ident.to_string(),
            parameters: parameters.collect(),
            body: body.clone(),
            file: self.file.to_path_buf(),
        });
    }
}

impl Visit<'_> for Reader<'_> {
    fn visit_item_mod(&mut self, module: &ItemMod) {
        let is_test = |attribute: &syn::Attribute| {
            attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Ident>().is_ok_and(|word| word == "test")
        };
        if !module.attrs.iter().any(is_test) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item(&mut self, item: &Item) {
        if let Item::Const(constant) = item
            && let Expr::Lit(value) = &*constant.expr
            && let Some(text) = text_of(&value.lit)
        {
            self.all.constants.insert(constant.ident.to_string(), text);
        }
        visit::visit_item(self, item);
    }

    fn visit_item_fn(&mut self, function: &ItemFn) {
        self.add(&function.sig, &function.block);
    }

    fn visit_impl_item_fn(&mut self, function: &ImplItemFn) {
        self.add(&function.sig, &function.block);
    }

    fn visit_trait_item_fn(&mut self, function: &syn::TraitItemFn) {
        function.default.iter().for_each(|body| self.add(&function.sig, body));
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder can be read");
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry can be read").path()).collect();
    paths.sort();
    paths
}
