//! Symbols known before the first byte is read.
//!
//! Punctuators, digraphs and the names the preprocessor itself reacts to come
//! right after the keywords, so that `#define` is recognised by comparing two
//! numbers, and a punctuator's symbol is an addition.
//!
//! Invariant: a session's `Sources` was made by [`crate::new_sources`].

#[cfg(test)]
#[path = "well_known_tests.rs"]
mod well_known_tests;

use source::Symbol;

use crate::keyword;
use crate::token::Punct;

/// The six spellings that stand for another punctuator.
pub const DIGRAPHS: [(&str, Punct); 6] = [
    ("<:", Punct::LBracket),
    (":>", Punct::RBracket),
    ("<%", Punct::LBrace),
    ("%>", Punct::RBrace),
    ("%:", Punct::Hash),
    ("%:%:", Punct::HashHash),
];

/// The symbol of a punctuator in its usual spelling.
pub fn punct(punct: Punct) -> Symbol {
    Symbol(FIRST_PUNCT + punct as u32)
}

/// The symbol of a punctuator spelt as a digraph.
pub fn digraph(punct: Punct) -> Symbol {
    let index = DIGRAPHS.iter().position(|(_, p)| *p == punct).unwrap_or(0);
    Symbol(FIRST_DIGRAPH + index as u32)
}

/// The spellings after the keywords, in the order of their symbols.
pub(crate) fn spellings() -> impl Iterator<Item = &'static str> {
    let puncts = Punct::ALL.iter().map(|p| p.text());
    puncts.chain(DIGRAPHS.iter().map(|(text, _)| *text)).chain(NAMES.iter().copied())
}

const FIRST_PUNCT: u32 = keyword::COUNT;
const FIRST_DIGRAPH: u32 = FIRST_PUNCT + Punct::ALL.len() as u32;
const FIRST_NAME: u32 = FIRST_DIGRAPH + DIGRAPHS.len() as u32;

const fn name(index: u32) -> Symbol {
    Symbol(FIRST_NAME + index)
}

/// `define`
pub const DEFINE: Symbol = name(0);
/// `undef`
pub const UNDEF: Symbol = name(1);
/// `include`
pub const INCLUDE: Symbol = name(2);
/// `include_next`
pub const INCLUDE_NEXT: Symbol = name(3);
/// `import`
pub const IMPORT: Symbol = name(4);
/// `ifdef`
pub const IFDEF: Symbol = name(5);
/// `ifndef`
pub const IFNDEF: Symbol = name(6);
/// `elif`
pub const ELIF: Symbol = name(7);
/// `elifdef`
pub const ELIFDEF: Symbol = name(8);
/// `elifndef`
pub const ELIFNDEF: Symbol = name(9);
/// `endif`
pub const ENDIF: Symbol = name(10);
/// `line`
pub const LINE: Symbol = name(11);
/// `error`
pub const ERROR: Symbol = name(12);
/// `warning`
pub const WARNING: Symbol = name(13);
/// `pragma`
pub const PRAGMA: Symbol = name(14);
/// `ident`
pub const IDENT: Symbol = name(15);
/// `sccs`
pub const SCCS: Symbol = name(16);
/// `assert`
pub const ASSERT: Symbol = name(17);
/// `unassert`
pub const UNASSERT: Symbol = name(18);
/// `defined`
pub const DEFINED: Symbol = name(19);
/// `__VA_ARGS__`
pub const VA_ARGS: Symbol = name(20);
/// `__VA_OPT__`
pub const VA_OPT: Symbol = name(21);
/// `_Pragma`
pub const PRAGMA_OPERATOR: Symbol = name(22);
/// `__FILE__`
pub const FILE: Symbol = name(23);
/// `__LINE__`
pub const LINE_MACRO: Symbol = name(24);
/// `__COUNTER__`
pub const COUNTER: Symbol = name(25);
/// `__INCLUDE_LEVEL__`
pub const INCLUDE_LEVEL: Symbol = name(26);
/// `__BASE_FILE__`
pub const BASE_FILE: Symbol = name(27);
/// `__DATE__`
pub const DATE: Symbol = name(28);
/// `__TIME__`
pub const TIME: Symbol = name(29);
/// `__TIMESTAMP__`
pub const TIMESTAMP: Symbol = name(30);
/// `__has_include`
pub const HAS_INCLUDE: Symbol = name(31);
/// `__has_include_next`
pub const HAS_INCLUDE_NEXT: Symbol = name(32);
/// `__has_attribute`
pub const HAS_ATTRIBUTE: Symbol = name(33);
/// `__has_cpp_attribute`
pub const HAS_CPP_ATTRIBUTE: Symbol = name(34);
/// `__has_c_attribute`
pub const HAS_C_ATTRIBUTE: Symbol = name(35);
/// `__has_builtin`
pub const HAS_BUILTIN: Symbol = name(36);
/// `once`
pub const ONCE: Symbol = name(37);
/// `push_macro`
pub const PUSH_MACRO: Symbol = name(38);
/// `pop_macro`
pub const POP_MACRO: Symbol = name(39);
/// `GCC`
pub const GCC: Symbol = name(40);
/// `system_header`
pub const SYSTEM_HEADER: Symbol = name(41);
/// `poison`
pub const POISON: Symbol = name(42);
/// `dependency`
pub const DEPENDENCY: Symbol = name(43);
/// `hicuda`
pub const HICUDA: Symbol = name(44);
/// `cudalite`
pub const CUDALITE: Symbol = name(45);
/// `omp`
pub const OMP: Symbol = name(46);
/// `message`
pub const MESSAGE: Symbol = name(47);
/// `redefine_extname`
pub const REDEFINE_EXTNAME: Symbol = name(48);

const NAMES: [&str; 49] = [
    "define",
    "undef",
    "include",
    "include_next",
    "import",
    "ifdef",
    "ifndef",
    "elif",
    "elifdef",
    "elifndef",
    "endif",
    "line",
    "error",
    "warning",
    "pragma",
    "ident",
    "sccs",
    "assert",
    "unassert",
    "defined",
    "__VA_ARGS__",
    "__VA_OPT__",
    "_Pragma",
    "__FILE__",
    "__LINE__",
    "__COUNTER__",
    "__INCLUDE_LEVEL__",
    "__BASE_FILE__",
    "__DATE__",
    "__TIME__",
    "__TIMESTAMP__",
    "__has_include",
    "__has_include_next",
    "__has_attribute",
    "__has_cpp_attribute",
    "__has_c_attribute",
    "__has_builtin",
    "once",
    "push_macro",
    "pop_macro",
    "GCC",
    "system_header",
    "poison",
    "dependency",
    "hicuda",
    "cudalite",
    "omp",
    "message",
    "redefine_extname",
];

/// Typedef names that exist without any header.
pub const PREDEFINED_TYPES: [&str; 2] = ["__int128_t", "__uint128_t"];
