//! Where tokens say they are: their bytes, their calls, a pragma's line.

#![allow(clippy::unwrap_used)]

mod in_memory;

use in_memory::{options, run, run_text};
use source::ExpansionKind;
use syntax::{Dialect, Punct, TokenKind};

#[test]
fn body_and_argument_tokens_lead_back_to_the_call() {
    let result = run_text("#define SQUARE(x) ((x) * (x))\ny = SQUARE(A[i]) + 1;\n");
    assert_eq!(result.spellings(), "y = ( ( A [ i ] ) * ( A [ i ] ) ) + 1 ;");
    let expansions = &result.sources.expansions;
    let star = result.token("*").span;
    assert_eq!(result.text(star), "*");
    assert_eq!(result.text(expansions.outermost_call(star)), "SQUARE(A[i])");
    let argument = result.token("A").span;
    assert_eq!(result.text(argument), "A");
    let record = expansions.get(argument.ctx).unwrap();
    assert!(matches!(record.kind, ExpansionKind::Argument { inner } if inner == source::ExpansionId::NONE));
    assert_eq!(result.text(record.body), "((x) * (x))");
    assert_eq!(expansions.written_at(argument), source::Span { ctx: source::ExpansionId::NONE, ..argument });
    assert!(!result.token("+").span.is_from_macro());
}

#[test]
fn nested_calls_form_a_chain() {
    let result = run_text("#define N 512\n#define TWICE(x) (2 * (x))\n#define M TWICE(N)\na[M];\n");
    let number = result.token("512").span;
    assert_eq!(result.text(number), "512");
    let expansions = &result.sources.expansions;
    assert_eq!(result.text(expansions.outermost_call(number)), "M");
    let names: Vec<_> =
        expansions.chain(number).map(|e| result.sources.text(e.macro_name).into_owned()).collect();
    assert_eq!(names, ["TWICE", "M"]);
    let record = expansions.get(number.ctx).unwrap();
    let ExpansionKind::Argument { inner } = record.kind else { panic!("not an argument") };
    assert_eq!(result.sources.text(expansions.get(inner).unwrap().macro_name), "N");
}

#[test]
fn a_call_completed_from_outside_covers_both() {
    let result = run_text("#define f(x) [x]\n#define g f\na = g (1);\n");
    let bracket = result.token("[").span;
    assert_eq!(result.text(result.sources.expansions.outermost_call(bracket)), "g (1)");
}

#[test]
fn a_pragma_covers_its_line() {
    let text = "int a;\n  #  pragma hicuda kernel k \\\n  tblock(N) // grid\nint b;\n";
    let result = run(format!("#define N 4\n{text}").as_bytes(), &[], &options());
    assert_eq!(result.spellings(), "int a ; <hicuda kernel k tblock ( 4 ) > int b ;");
    let start = result.tokens.iter().find(|t| t.kind == TokenKind::PragmaHicuda).unwrap();
    assert_eq!(result.text(start.span), "#  pragma hicuda kernel k \\\n  tblock(N) // grid");
    let crlf = run(b"#pragma hicuda barrier\r\nx\r\n", &[], &options());
    assert_eq!(crlf.text(crlf.tokens[0].span), "#pragma hicuda barrier");
    let last = run(b"#pragma cudalite x", &[], &options());
    assert_eq!(last.spellings(), "<cudalite x >");
    assert_eq!(last.text(last.tokens[0].span), "#pragma cudalite x");
}

#[test]
fn the_pragma_operator_is_equal_to_the_line() {
    let result = run_text(
        "#define N 4\n#define P(x) _Pragma(#x)\n_Pragma(\"hicuda kernel k tblock(N)\") P(hicuda barrier)\n",
    );
    assert_eq!(result.spellings(), "<hicuda kernel k tblock ( 4 ) > <hicuda barrier >");
    assert_eq!(result.text(result.tokens[0].span), "_Pragma(\"hicuda kernel k tblock(N)\")");
    let second = result.tokens.iter().rfind(|t| t.kind == TokenKind::PragmaHicuda).unwrap();
    let call = result.sources.expansions.outermost_call(second.span);
    assert_eq!(result.text(call), "P(hicuda barrier)");
}

#[test]
fn pragmas_among_arguments_stay_whole() {
    let result = run_text(
        "#define timed(x, y) start(); x; stop(y);\n#define N 4\ntimed(\n#pragma hicuda kernel k tblock(N, N)\nf(), 2)\n",
    );
    assert_eq!(result.messages(), [""; 0]);
    assert_eq!(result.spellings(), "start ( ) ; <hicuda kernel k tblock ( 4 , 4 ) > f ( ) ; stop ( 2 ) ;");
}

#[test]
fn other_pragmas_are_one_token() {
    let result =
        run_text("#define N 4\n#pragma  omp   parallel \\\n for num_threads(N)\nx\n#pragma once\n#pragma\n");
    assert_eq!(result.spellings(), "<pragma omp parallel for num_threads(N)> x <pragma >");
    let mut openmp = options();
    openmp.openmp = true;
    let result = run(b"#define N 4\n#pragma omp for num_threads(N)\n", &[], &openmp);
    assert_eq!(result.spellings(), "<pragma omp for num_threads(4)>");
}

#[test]
fn spliced_tokens_cover_their_splices() {
    let result = run_text("int na\\\nme, +\\\n= x;\n");
    assert_eq!(result.spellings(), "int name , += x ;");
    assert_eq!(result.text(result.token("name").span), "na\\\nme");
    assert_eq!(result.text(result.token("+=").span), "+\\\n=");
    assert_eq!(result.text(result.token("x").span), "x");
}

#[test]
fn launches_are_tokens_in_cuda_only() {
    let text = b"k<<<g, b>>>(x); a >>= 1; a <<= 2; a >> b; a << b;";
    let c = run(text, &[], &options());
    assert_eq!(c.spellings(), "k << < g , b >> > ( x ) ; a >>= 1 ; a <<= 2 ; a >> b ; a << b ;");
    let mut cuda = options();
    cuda.dialect = Dialect::Cuda;
    let cuda = run(text, &[], &cuda);
    assert_eq!(cuda.spellings(), "k <<< g , b >>> ( x ) ; a >>= 1 ; a <<= 2 ; a >> b ; a << b ;");
    assert_eq!(cuda.tokens[1].kind, TokenKind::Punct(Punct::LaunchOpen));
}

#[test]
fn a_guarded_header_is_loaded_once() {
    let guarded = "#ifndef H\n#define H\nint once;\n#endif\n";
    let headers = [("g.h", guarded), ("p.h", "#pragma once\nint single;\n"), ("e.h", "int each;\n")];
    let text = b"#include \"g.h\"\n#include \"g.h\"\n#include \"p.h\"\n#include \"p.h\"\n#include \"e.h\"\n#include \"e.h\"\n";
    let result = run(text, &headers, &options());
    assert_eq!(result.spellings(), "int once ; int single ; int each ; int each ;");
    // `main.c` and three headers: the fourth inclusion is the same file.
    assert_eq!(result.sources.map.files().count(), 4);
}
