//! Whole programs: everything the host compiler accepts is accepted here,
//! without an error and without a panic.

mod host;

use std::path::{Path, PathBuf};

use diagnostics::Severity;
use hir::{BinaryOp, Expr, ExprId, ExprKind, Program, Type, TypeKind};
use syntax::Dialect;

fn c_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            c_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "c") {
            found.push(path);
        }
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn programs_and_headers_resolve() {
    if host::predefined().is_none() {
        return;
    }
    let mut files = Vec::new();
    for folder in ["tests/faithful", "tests/headers"] {
        c_files(&repository().join(folder), &mut files);
    }
    assert!(files.len() > 100, "the programs are where they should be");
    // These need an MPI installation and a compiler flag.
    files.retain(|f| !f.ends_with("mpi.c") && !f.ends_with("omp.c"));
    let mut complaints = Vec::new();
    for file in files {
        let text = std::fs::read(&file).expect("a readable file");
        let resolved = host::resolve_text(&file.to_string_lossy(), &text, Dialect::C);
        complaints.extend(resolved.messages(Severity::Error));
        let unknown = resolved.program.exprs.iter().filter(|(_, e)| matches!(e.kind, hir::ExprKind::Error));
        assert_eq!(unknown.count(), 0, "an expression of {} was not understood", file.display());
        for (_, expr) in resolved.program.exprs.iter() {
            let fits = conversions_are_made(&resolved.program, expr);
            assert!(fits, "{}: a conversion is missing in {:?}", file.display(), expr);
        }
    }
    assert_eq!(complaints, [""; 0]);
}

/// What later phases rely on: operands, arguments and assigned values have the
/// type they are used in, apart from qualifiers.
fn conversions_are_made(program: &Program, expr: &Expr) -> bool {
    let ty = |e: &ExprId| program.types.strip(program.exprs[*e].ty);
    let same = |a: Type, b: Type| program.types.strip(a).id == program.types.strip(b).id;
    let is_pointer = |t: Type| program.types.is_pointer(t);
    match &expr.kind {
        ExprKind::Binary { op, lhs, rhs } => match op {
            BinaryOp::Comma | BinaryOp::And | BinaryOp::Or => true,
            BinaryOp::Shl | BinaryOp::Shr => same(ty(lhs), expr.ty),
            BinaryOp::Add | BinaryOp::Sub if is_pointer(ty(lhs)) || is_pointer(ty(rhs)) => true,
            _ => same(ty(lhs), ty(rhs)),
        },
        ExprKind::Assign { lhs, rhs } => same(ty(lhs), ty(rhs)),
        ExprKind::Conditional { then, otherwise, .. } => {
            same(ty(otherwise), expr.ty) && then.is_none_or(|then| same(ty(&then), expr.ty))
        }
        ExprKind::Index { base, .. } => {
            is_pointer(ty(base)) || matches!(program.types.kind(ty(base)), TypeKind::Vector(..))
        }
        ExprKind::Call { callee, args } => {
            let target = program.types.pointee(ty(callee)).map(|t| program.types.stripped(t));
            let Some(TypeKind::Function(function)) = target else { return false };
            !function.prototype || function.params.iter().zip(args).all(|(param, arg)| same(*param, ty(arg)))
        }
        _ => true,
    }
}

/// Long chains are loops or shallow enough, and cost what they should.
#[test]
fn long_chains_resolve() {
    const LINKS: usize = 20_000;
    let repeated = |link: &str| link.repeat(LINKS);
    let texts = [
        format!("int f(int a) {{ return a{}; }}", repeated(" + a")),
        format!("int f(int a) {{ return {} 0; }}", repeated("a ? 1 : ")),
        format!("int f(int a) {{ return {} a; }}", repeated("- ")),
        format!("int f(int a, int b) {{ {} b; return a; }}", repeated("a = ")),
        format!("struct s {{ struct s *n; }} *f(struct s *a) {{ return a{}; }}", repeated("->n")),
        format!("void f(int a) {{ {} a--; }}", repeated("if (a == 1) a++; else ")),
        format!("int a[] = {{ {} }};", repeated("1, ")),
        format!("struct p {{ int x, y; }} a[] = {{ {} }};", repeated("[3].x = 1, [5].y = 2, ")),
    ];
    let on_large_stack = move || {
        for text in texts {
            let resolved = host::resolve_text("chain.c", text.as_bytes(), Dialect::C);
            assert_eq!(resolved.messages(Severity::Error), [""; 0]);
        }
    };
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(on_large_stack);
    thread.expect("a thread").join().expect("no panic");
}

/// Damaged programs are reported or accepted, never a panic.
#[test]
fn damaged_programs_do_not_panic() {
    let mut files = Vec::new();
    c_files(&repository().join("tests/faithful"), &mut files);
    let mut state = 0x2545_f491_4f6c_dd1du64;
    for file in files {
        let text = std::fs::read(&file).expect("a readable file");
        // Headers would dominate the time; without them most names are unknown.
        let lines: Vec<&[u8]> = text.split(|&b| b == b'\n').filter(|l| !l.starts_with(b"#include")).collect();
        let text = lines.join(&b'\n');
        for _ in 0..8 {
            let mut words: Vec<&[u8]> = text.split_inclusive(|b| b" ;(){},".contains(b)).collect();
            for _ in 0..3 {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                let at = state as usize % words.len();
                let other = (state >> 32) as usize % words.len();
                match state % 3 {
                    0 => drop(words.remove(at)),
                    1 => words.swap(at, other),
                    _ => words[at] = words[other],
                }
            }
            host::resolve_text("damaged.c", &words.concat(), Dialect::C);
        }
    }
}
