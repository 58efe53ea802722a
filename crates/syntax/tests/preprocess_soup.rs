//! Any bytes at all: no panic, no endless run, and spans that can be used.

#![allow(clippy::unwrap_used)]

mod in_memory;

use in_memory::{Preprocessed, options, run};
use proptest::prelude::*;
use syntax::preprocess::{Limits, Options};
use syntax::{Dialect, TokenKind};

/// Fragments that make interesting nonsense when strung together.
const FRAGMENTS: [&str; 72] = [
    "#",
    "##",
    "define ",
    "undef ",
    "include ",
    "if ",
    "ifdef ",
    "ifndef ",
    "elif ",
    "else",
    "endif",
    "line ",
    "pragma ",
    "\n#define f(x) ",
    "\n#define g(x, ...) ",
    "\n#define o ",
    "\n#undef f\n",
    "\n#if ",
    "\n#endif\n",
    "\n#else\n",
    "\n#elif ",
    "\n#include \"self.h\"\n",
    "\n#include <other.h>\n",
    "\n#pragma hicuda ",
    "\n#pragma once\n",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "\t",
    "\\\n",
    "\\ \r\n",
    "\\",
    "//",
    "/*",
    "*/",
    "/",
    "*",
    "\"",
    "'",
    "R\"(",
    ")\"",
    "L\"a\"",
    "u8'x'",
    "f",
    "g",
    "o",
    "f(",
    "g(",
    "o(",
    "(",
    ")",
    ",",
    "...",
    "__VA_ARGS__",
    "__VA_OPT__(",
    "defined ",
    "__has_include(",
    "_Pragma(\"hicuda barrier\")",
    "__LINE__",
    "__FILE__",
    "__COUNTER__",
    "1",
    "0x1p-3",
    "'a'",
    "+",
    "<<<",
    ">>>",
    "%:",
    "??/\n",
    "\u{e9}",
    "\\u00e9",
];

fn soup() -> impl Strategy<Value = Vec<u8>> {
    let fragment = prop::sample::select(&FRAGMENTS[..]).prop_map(|text| text.as_bytes().to_vec());
    let noise = prop::collection::vec(any::<u8>(), 0..4);
    prop::collection::vec(prop_oneof![9 => fragment, 1 => noise], 0..60).prop_map(|parts| parts.concat())
}

fn varied_options() -> impl Strategy<Value = Options> {
    (any::<bool>(), any::<bool>()).prop_map(|(cuda, gnu)| Options {
        dialect: if cuda { Dialect::Cuda } else { Dialect::C },
        gnu,
        limits: Limits { tokens: 20_000, expansion_work: 200_000, include_depth: 20, argument_depth: 50 },
        ..options()
    })
}

/// What every caller relies on.
fn check(result: &Preprocessed) {
    assert_eq!(result.tokens.last().map(|t| t.kind), Some(TokenKind::Eof));
    assert_eq!(result.tokens.iter().filter(|t| t.kind == TokenKind::Eof).count(), 1);
    let mut in_pragma = false;
    for token in &result.tokens {
        assert!(token.span.lo <= token.span.hi);
        let expansions = &result.sources.expansions;
        result.text(token.span);
        result.text(expansions.outermost_call(token.span));
        result.text(expansions.written_at(token.span));
        match token.kind {
            TokenKind::PragmaHicuda | TokenKind::PragmaCudalite => {
                assert!(!std::mem::replace(&mut in_pragma, true))
            }
            TokenKind::PragmaEnd => assert!(std::mem::replace(&mut in_pragma, false)),
            _ => {}
        }
    }
    assert!(!in_pragma);
    for diagnostic in &result.diagnostics {
        result.text(diagnostic.primary.span);
        assert!(!diagnostic.message.is_empty());
    }
}

/// `PROPTEST_CASES` asks for more.
fn configuration() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.max(1500), failure_persistence: None, ..default }
}

proptest! {
    #![proptest_config(configuration())]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300), options in varied_options()) {
        check(&run(&bytes, &[], &options));
    }

    #[test]
    fn any_fragments(text in soup(), header in soup(), options in varied_options()) {
        let header = String::from_utf8_lossy(&header).into_owned();
        check(&run(&text, &[("self.h", &header), ("sys/other.h", &header)], &options));
    }

    /// Joining lines changes no token, wherever they are cut.
    #[test]
    fn splices_change_nothing(text in "[ a-z0-9+<>=&.\"'/*()#,\n-]{0,60}", cuts in prop::collection::vec(0..60usize, 0..6)) {
        let mut spliced = text.clone().into_bytes();
        // From the back, so that no cut falls into an earlier splice.
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(text.len())).collect();
        cuts.sort_unstable();
        for at in cuts.into_iter().rev() {
            spliced.splice(at..at, *b"\\\n");
        }
        let plain = run(text.as_bytes(), &[], &options());
        let spliced = run(&spliced, &[], &options());
        prop_assert_eq!(plain.spellings(), spliced.spellings());
    }
}
