//! CUDA's words and HIP's, from a table.
//!
//! ```text
//! cudaMalloc            hipMalloc            the same word behind another prefix
//! cudaFreeHost          hipHostFree          another word
//! __nanosleep           none
//! cudaGraphFooBar       none                 nothing that begins like CUDA's names is let through unseen
//! ```

use std::collections::HashMap;
use std::sync::OnceLock;

use syntax::token::Punct;

use crate::cpp_text::tokens::Text;

/// What a word is in HIP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// The same, or none of CUDA's.
    Same,
    /// Another.
    Other(String),
    /// HIP does not have it.
    Missing,
}

/// What a name of a program is in HIP.
pub(super) fn in_hip(name: &str) -> Word {
    match table().get(name) {
        Some(Some(other)) => Word::Other(other.clone()),
        Some(None) => Word::Missing,
        None if is_like_cudas(name) => Word::Missing,
        None => Word::Same,
    }
}

/// The header that stands for one of CUDA's; an empty name for none.
pub(super) fn header(name: &str) -> Word {
    match table().get(name) {
        Some(Some(other)) => Word::Other(other.clone()),
        Some(None) => Word::Missing,
        None if FOLDERS.iter().any(|folder| name.starts_with(folder)) => Word::Missing,
        None => Word::Same,
    }
}

/// The folders of headers that only CUDA has.
const FOLDERS: [&str; 3] = ["cuda/", "cooperative_groups/", "nvtx3/"];

/// The words that both have, CUDA's first.
pub(super) fn in_both() -> impl Iterator<Item = (&'static str, &'static str)> {
    let is_word = |word: &str| word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let both = table().iter().filter_map(|(cuda, hip)| Some((*cuda, hip.as_deref()?)));
    both.filter(move |(cuda, hip)| is_word(cuda) && is_word(hip) && hip.starts_with("hip") && cuda != hip)
}

/// Macros that tell which CUDA a program is compiled by or for.
pub(super) fn is_version(name: &str) -> bool {
    matches!(name, "__CUDA_ARCH__" | "CUDART_VERSION" | "CUDA_VERSION" | "__CUDACC_VER_MAJOR__")
}

/// `cudaSomething`: the prefix belongs to CUDA's runtime. `__nv_atomic_load_n`: to its compiler.
fn is_like_cudas(name: &str) -> bool {
    let is_of_compiler = name.to_ascii_lowercase().starts_with("__nv_atomic");
    is_of_compiler
        || name.strip_prefix("cuda").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
}

fn table() -> &'static HashMap<&'static str, Option<String>> {
    static TABLE: OnceLock<HashMap<&'static str, Option<String>>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let lines = include_str!("hip_names.txt").lines().filter(|line| !line.starts_with('#'));
        lines.flat_map(str::split_whitespace).map(entry).collect()
    })
}

fn entry(written: &'static str) -> (&'static str, Option<String>) {
    if let Some(missing) = written.strip_prefix('!') {
        return (missing, None);
    }
    match written.split_once('=') {
        Some((name, other)) => (name, Some(other.to_owned())),
        None => (written, Some(written.replacen("cuda", "hip", 1))),
    }
}

/// Does the word at `at` declare a name that CUDA has too, or one that only begins as CUDA's do? Of a
/// name that CUDA has, only a definition counts: `cudaError_t status` declares another one.
pub(super) fn declares(text: &Text<'_>, at: usize) -> bool {
    let Some(name) = text.name(at) else { return false };
    if defines(text, at) {
        return true;
    }
    let ends = [Punct::Comma, Punct::LParen, Punct::RParen, Punct::LBrace];
    let is_declared = follows_type(text, at) && ends.iter().any(|punct| text.is(at + 1, *punct));
    is_like_cudas(name) && !table().contains_key(name) && (is_declared || is_variable(text, at))
}

/// Does the word at `at` define a macro or a function?
pub(super) fn defines(text: &Text<'_>, at: usize) -> bool {
    let is_macro =
        at > 1 && text.name(at - 1) == Some("define") && text.words[at - 1].directive == Some(at - 2);
    let has_body = || {
        let close = text.is(at + 1, Punct::LParen).then(|| text.closing(at + 1)).flatten();
        close.is_some_and(|close| text.is(close + 1, Punct::LBrace))
    };
    is_macro || follows_type(text, at) && has_body()
}

/// `int cudaMalloc;`: a member, whatever its name; but `x = n * cudaSuccess;` is none.
pub(super) fn is_member(text: &Text<'_>, at: usize) -> bool {
    is_variable(text, at) && at > 0 && text.words[at - 1].is_name()
}

fn is_variable(text: &Text<'_>, at: usize) -> bool {
    let ends = [Punct::Semi, Punct::Eq, Punct::LBracket];
    follows_type(text, at) && ends.iter().any(|punct| text.is(at + 1, *punct))
}

/// Can what stands before the word at `at` be the end of a type?
fn follows_type(text: &Text<'_>, at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|at| text.words[at]) else { return false };
    let is_type = before.is_name() && !is_operator(before.text);
    let is_declarator = [Punct::Star, Punct::Amp, Punct::Gt].iter().any(|punct| before.is(*punct));
    before.directive == text.words[at].directive && (is_type || is_declarator)
}

/// Words after which an expression stands.
fn is_operator(word: &str) -> bool {
    matches!(
        word,
        "return"
            | "else"
            | "do"
            | "case"
            | "goto"
            | "throw"
            | "sizeof"
            | "new"
            | "delete"
            | "and"
            | "or"
            | "not"
    )
}
