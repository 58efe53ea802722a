//! Declarations as C wants them.

use hir::{ArrayLen, FunctionType, Qualifiers, Type, TypeKind};

use crate::build::Build;
use crate::{Dialect, Printer, Style};

fn declaration(build: &Build, ty: Type, name: &str, dialect: Dialect) -> String {
    Printer::new(&build.program, &build.sources, Style { dialect, ..Style::default() }).declaration(ty, name)
}

fn function(build: &mut Build, result: Type, params: Vec<Type>) -> Type {
    let ty = FunctionType { result, params, variadic: false, prototype: true };
    build.program.types.intern(TypeKind::Function(ty))
}

#[test]
fn declarators_read_from_the_name_outwards() {
    let mut build = Build::default();
    let b = &mut build;
    let pointer = b.program.types.pointer_to(Type::FLOAT);
    let row = b.program.types.array_of(Type::FLOAT, 8);
    let row_pointer = b.program.types.pointer_to(row);
    let pointers = b.program.types.array_of(pointer, 3);
    let handler = function(b, Type::VOID, vec![Type::INT]);
    let handler = b.program.types.pointer_to(handler);
    let handlers = b.program.types.array_of(handler, 2);
    let nothing = function(b, pointer, Vec::new());
    let signal = function(b, handler, vec![Type::INT, handler]);
    let length = b.var("n", Type::INT);
    let length = b.read(length);
    let vla = b.program.types.intern(TypeKind::Array(Type::INT, ArrayLen::Variable(length)));
    let constant = Type::CHAR.qualified(Qualifiers::CONST);
    let text = b.program.types.pointer_to(constant).qualified(Qualifiers::CONST);
    let table = [
        (pointer, "p", "float *p"),
        (row_pointer, "rows", "float (*rows)[8]"),
        (pointers, "a", "float *a[3]"),
        (handlers, "h", "void (*h[2])(int)"),
        (nothing, "f", "float *f(void)"),
        (signal, "signal", "void (*signal(int, void (*)(int)))(int)"),
        (vla, "v", "int v[n]"),
        (text, "s", "const char *const s"),
        (text, "", "const char *const"),
        (row_pointer, "", "float (*)[8]"),
        (row, "", "float[8]"),
    ];
    for (ty, name, expected) in table {
        assert_eq!(declaration(&build, ty, name, Dialect::C), expected);
    }
}

#[test]
fn dialects_differ_in_spelling_only() {
    let mut build = Build::default();
    let pointer = build.program.types.pointer_to(Type::FLOAT).qualified(Qualifiers::RESTRICT);
    assert_eq!(declaration(&build, pointer, "p", Dialect::C), "float *restrict p");
    assert_eq!(declaration(&build, pointer, "p", Dialect::Cuda), "float *__restrict__ p");
    assert_eq!(declaration(&build, Type::BOOL, "b", Dialect::Cuda), "bool b");
    let nothing = function(&mut build, Type::VOID, Vec::new());
    assert_eq!(declaration(&build, nothing, "f", Dialect::Cuda), "void f()");
}
