//! Two APIs, described.

use crate::description::Argument::{Array, Handle, Number, Out, OutArray, Text};
use crate::description::Scalar::{Byte, Int, Int32, Long, Size, Uint32};
use crate::description::{Api, Function, Returns};

/// The hash table of `table.h`.
pub const TABLE: Api = Api {
    name: "table",
    header: "\"table.h\"",
    functions: &[
        Function { name: "table_new", arguments: &[Number(Int)], result: Returns::Handle },
        Function { name: "table_free", arguments: &[Handle], result: Returns::Nothing },
        Function {
            name: "table_get",
            arguments: &[Handle, Number(Int32), Out(Int32)],
            result: Returns::Number(Int),
        },
        Function {
            name: "table_put",
            arguments: &[Handle, Number(Int32), Number(Int32), Out(Int32)],
            result: Returns::Number(Int),
        },
        Function {
            name: "table_delete",
            arguments: &[Handle, Number(Int32), Out(Int32)],
            result: Returns::Number(Int),
        },
        Function { name: "table_count", arguments: &[Handle], result: Returns::Number(Uint32) },
    ],
};

/// Files, as the C library has them.
pub const FILES: Api = Api {
    name: "files",
    header: "<stdio.h>",
    functions: &[
        Function { name: "fopen", arguments: &[Text, Text], result: Returns::Handle },
        Function { name: "fclose", arguments: &[Handle], result: Returns::Number(Int) },
        // The third argument counts elements of the size of the second, which is 1.
        Function {
            name: "fread",
            arguments: &[OutArray(Byte, 2), Number(Size), Number(Size), Handle],
            result: Returns::Number(Size),
        },
        Function {
            name: "fwrite",
            arguments: &[Array(Byte), Number(Size), Number(Size), Handle],
            result: Returns::Number(Size),
        },
        Function {
            name: "fseek",
            arguments: &[Handle, Number(Long), Number(Int)],
            result: Returns::Number(Int),
        },
        Function { name: "ftell", arguments: &[Handle], result: Returns::Number(Long) },
    ],
};
