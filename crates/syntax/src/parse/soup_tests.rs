//! Whatever the tokens, the parser comes back: no panic, no endless loop.

use proptest::prelude::*;

use super::fixture::parse_as;
use crate::Dialect;

/// Words that lead into every corner of the grammar.
const WORDS: &[&str] = &[
    "int",
    "unsigned",
    "struct",
    "union",
    "enum",
    "typedef",
    "static",
    "T",
    "x",
    "y",
    "f",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "=",
    "*",
    "&",
    "&&",
    "+",
    "-",
    "++",
    "->",
    ".",
    "...",
    "?",
    ":",
    "<<<",
    ">>>",
    "<",
    ">",
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "goto",
    "return",
    "break",
    "sizeof",
    "_Alignof",
    "_Generic",
    "_Static_assert",
    "_Atomic",
    "_Alignas",
    "typeof",
    "asm",
    "__attribute__",
    "__extension__",
    "__label__",
    "__builtin_va_arg",
    "__builtin_offsetof",
    "1",
    "2.5f",
    "'c'",
    "\"s\"",
    "@",
    "\n",
    "\n#pragma hicuda kernel k\n",
    "\n#pragma hicuda loop_partition over_thread\n",
    "\n#pragma hicuda global alloc A[",
    "\n#pragma hicuda",
    "\n#pragma hicuda atomic\n",
    "\n#pragma omp for\n",
    "\n#pragma cudalite garray(",
    "hicuda",
    "template",
    "std",
    "::",
    "dim3",
    "extern",
    "\"C\"",
    "__global__",
    "__annotation(L\"loop i 0\");",
    "float",
    "const",
    "restrict",
    "void",
    "new",
];

fn soup() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(WORDS), 0..60).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn any_tokens_in_c(text in soup()) {
        parse_as(Dialect::C, &text).dump();
    }

    #[test]
    fn any_tokens_in_cuda(text in soup()) {
        parse_as(Dialect::Cuda, &text).dump();
    }

    #[test]
    fn any_tokens_in_a_function(text in soup()) {
        let snippet = parse_as(Dialect::C, &format!("typedef int T; void f(int x) {{ {text} }}"));
        snippet.dump();
        // A tree without mistakes has no error nodes, and the other way round.
        let has_error_node = snippet.dump().contains("error");
        prop_assert!(!has_error_node || snippet.sink.has_errors());
    }
}
