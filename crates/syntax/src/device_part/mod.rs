//! The part of a CUDA file in C++ that runs on the device.
//!
//! ```c++
//! #include <chrono>                                     //
//! struct pair { float x, y; };                          // struct pair { float x, y; };
//! __device__ float sum(pair p) { return p.x + p.y; }    // __device__ float sum(pair p) { … }
//! __global__ void k(pair *p, float *s) { … sum(…) … }   // __global__ void k(pair *p, float *s) { … }
//! int main() { std::vector<pair> v; … }                 //
//! ```
//! Host code is the host compiler's business. Of the preprocessed file, kernels, variables of
//! the device, and what they name from one to the next are kept; functions of the host, their
//! classes and `using` are left out. What is kept has its own places in the user's file.
//!
//! Invariant: what is left out is named by nothing that is kept, but for members of a class
//! that are the host's alone.

mod items;
mod members;
mod spelling;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use source::{Sources, Span, Symbol};

use crate::token::{Punct, Token, TokenKind};

use items::{Item, Items, Kind, Text, items};
use spelling::Words;

/// A unit taken apart.
#[derive(Debug)]
pub struct DevicePart {
    items: Vec<Item>,
    scopes: HashSet<Symbol>,
    words: Words,
    /// What each kernel and variable of the device needs, by the index of its item.
    needed: BTreeMap<usize, BTreeSet<usize>>,
    /// The same of types, by their names.
    types: HashMap<Symbol, BTreeSet<usize>>,
    /// What is kept of each item that anybody needs.
    kept: HashMap<usize, Vec<Token>>,
    end: Option<Token>,
}

/// A kernel or a variable of the device, with all it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// Its item.
    pub index: usize,
    /// Its name, where it is defined.
    pub name: Token,
    /// Is it a kernel with a body?
    pub is_kernel: bool,
    /// The parameters of the template that it is.
    pub template_params: Option<Vec<Symbol>>,
    /// How many parameters the function takes.
    pub params: Option<usize>,
}

impl DevicePart {
    /// Takes a preprocessed unit apart.
    pub fn of(tokens: &[Token], sources: &mut Sources) -> DevicePart {
        // Wherever a semicolon is added, it is this one.
        let semicolon = sources.symbols.intern(b";");
        let device = sources.symbols.intern(b"__device__");
        let words = Words::new(tokens, &mut sources.symbols);
        // The header of ours has no namespace.
        let groups = sources.symbols.intern(b"cooperative_groups");
        let text = Text { tokens, sources };
        let Items { all, mut scopes } = items(&text);
        scopes.insert(groups);
        // A namespace may have a second name in a function.
        let is_alias = |&at: &usize| text.word(at) == b"namespace" && text.is(at + 2, Punct::Eq);
        scopes.extend((0..tokens.len()).filter(is_alias).map(|at| tokens[at + 1].symbol));
        let end = tokens.last().filter(|token| token.kind == TokenKind::Eof).copied();
        let mut part = DevicePart {
            items: all,
            scopes,
            words,
            needed: BTreeMap::new(),
            types: HashMap::new(),
            kept: HashMap::new(),
            end,
        };
        part.close(&text, (semicolon, device));
        part
    }

    /// What it consists of.
    pub fn roots(&self, tokens: &[Token], sources: &Sources) -> Vec<Root> {
        let text = Text { tokens, sources };
        let root = |&index: &usize| {
            let item = &self.items[index];
            let is_kernel = item.body.is_some() && is_marked(&text, item, b"__global__");
            let named = item.name_at.unwrap_or(item.range.start);
            let template_params = item.template_params.clone();
            let params = item.name_at.map(|name| text.count(name + 1));
            Root { index, name: tokens[named], is_kernel, template_params, params }
        };
        self.needed.keys().map(root).collect()
    }

    /// Has a root need what others name for it: the types that a template is instantiated with.
    pub fn need(&mut self, root: usize, names: impl IntoIterator<Item = Symbol>) {
        for items in names.into_iter().filter_map(|name| self.types.get(&name)) {
            self.needed.entry(root).or_default().extend(items);
        }
    }

    /// What is to be parsed, without some of the roots.
    pub fn tokens(&self, left_out: &BTreeSet<usize>, sources: &Sources) -> Vec<Token> {
        let roots = self.needed.iter().filter(|(root, _)| !left_out.contains(root));
        let needed: BTreeSet<usize> = roots.flat_map(|(_, needed)| needed).copied().collect();
        let mut all = Vec::new();
        for (index, item) in self.items.iter().enumerate() {
            match self.kept.get(&index) {
                Some(tokens) if item.kind == Kind::Foreign => all.extend(tokens),
                Some(tokens) if needed.contains(&index) => {
                    all.extend(spelling::plain(&Text { tokens, sources }, &self.scopes, &self.words));
                }
                _ => {}
            }
        }
        all.extend(self.end);
        all
    }

    /// Tokens with names as they are here: no namespaces before them.
    pub fn plain(&self, tokens: &[Token], sources: &Sources) -> Vec<Token> {
        spelling::plain(&Text { tokens, sources }, &self.scopes, &self.words)
    }

    /// The roots that need what stands at a place.
    pub fn roots_with(&self, place: Span, sources: &Sources) -> Vec<usize> {
        let at = |span: Span| sources.expansions.outermost_call(span);
        let place = at(place).lo;
        let covers = |index: &usize| {
            let tokens = self.kept.get(index).map(Vec::as_slice).unwrap_or_default();
            let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return false };
            (at(first.span).lo..=at(last.span).hi).contains(&place)
        };
        let roots = self.needed.iter().filter(|(_, needed)| needed.iter().any(covers));
        roots.map(|(root, _)| *root).collect()
    }

    /// Follows the names from each root.
    fn close(&mut self, text: &Text<'_>, added: (Symbol, Symbol)) {
        let mut declared: HashMap<Symbol, Vec<usize>> = HashMap::new();
        let mut operators = Vec::new();
        for (index, item) in self.items.iter().enumerate() {
            let is_operator = item.name_at.is_some_and(|at| text.word(at) == b"operator");
            match is_operator {
                true => operators.extend(is_of_device(text, item).then_some(index)),
                false => item.names.iter().for_each(|&name| declared.entry(name).or_default().push(index)),
            }
        }
        let mut named: HashMap<usize, Vec<usize>> = HashMap::new();
        for (root, item) in self.items.iter().enumerate() {
            match item.kind {
                Kind::Foreign => {
                    self.kept.insert(root, text.tokens[item.range.clone()].to_vec());
                    continue;
                }
                Kind::Function if is_marked(text, item, b"__global__") && !is_template_ahead(item) => {}
                Kind::Variable if is_of_device(text, item) => {}
                Kind::Type => {}
                _ => continue,
            }
            let mut open = vec![root];
            let mut needed = BTreeSet::new();
            let mut words = HashSet::new();
            loop {
                let Some(index) = open.pop() else {
                    // Operators are not named, but what they work on is.
                    let works = |&&index: &&usize| {
                        !needed.contains(&index) && works_on(text, &self.items[index], &words)
                    };
                    open.extend(operators.iter().filter(works));
                    if open.is_empty() {
                        break;
                    }
                    continue;
                };
                if !needed.insert(index) {
                    continue;
                }
                let found = named.entry(index).or_insert_with(|| {
                    let tokens = tokens_of(text, &self.items[index], added);
                    let found = names(text, &self.items, &declared, &tokens);
                    self.kept.insert(index, tokens);
                    found
                });
                open.extend(found.iter());
                let kept = self.kept.get(&index).into_iter().flatten();
                words.extend(kept.filter(|token| token.kind == TokenKind::Ident).map(|token| token.symbol));
            }
            if item.kind == Kind::Type {
                item.names.iter().for_each(|&name| self.types.entry(name).or_default().extend(&needed));
            } else {
                self.needed.insert(root, needed);
            }
        }
    }
}

/// The items that some tokens name.
fn names(
    text: &Text<'_>,
    items: &[Item],
    declared: &HashMap<Symbol, Vec<usize>>,
    tokens: &[Token],
) -> Vec<usize> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Ident) {
        let is = |at: Option<usize>, punct: Punct| {
            at.and_then(|at| tokens.get(at)).is_some_and(|token| token.kind == TokenKind::Punct(punct))
        };
        let before = at.checked_sub(1);
        let is_member = is(before, Punct::Dot) || is(before, Punct::Arrow);
        let is_called = is(Some(at + 1), Punct::LParen);
        if is_member || !seen.insert((token.symbol, is_called)) {
            continue;
        }
        let others = declared.get(&token.symbol).into_iter().flatten();
        found.extend(others.filter(|&&other| is_for_device(text, &items[other], is_called)));
    }
    found
}

/// Are the types of an operator's parameters among the words?
fn works_on(text: &Text<'_>, item: &Item, words: &HashSet<Symbol>) -> bool {
    const EVERYWHERE: [&[u8]; 11] = [
        b"const",
        b"int",
        b"float",
        b"double",
        b"unsigned",
        b"char",
        b"long",
        b"short",
        b"bool",
        b"size_t",
        b"volatile",
    ];
    let Some(name) = item.name_at else { return false };
    let end = item.body.as_ref().map_or(item.range.end, |body| body.start);
    let Some(open) = (name..end).rev().find(|&at| text.is(at, Punct::LParen)) else { return false };
    // Each parameter begins with its type.
    let begins = |at: usize| {
        text.is(at - 1, Punct::LParen) || text.is(at - 1, Punct::Comma) || text.word(at - 1) == b"const"
    };
    let mut types = (open + 1..end).filter(|&at| text.is_name(at) && begins(at));
    types.any(|at| words.contains(&text.tokens[at].symbol) && !EVERYWHERE.contains(&text.word(at)))
}

/// May an item be meant where the device names it?
fn is_for_device(text: &Text<'_>, item: &Item, is_called: bool) -> bool {
    match item.kind {
        Kind::Foreign => false,
        Kind::Type => true,
        Kind::Function => {
            is_of_device(text, item)
                || is_marked(text, item, b"constexpr")
                || (is_called && is_in_c(text, item))
        }
        Kind::Variable => {
            is_of_device(text, item)
                || is_marked(text, item, b"const")
                || is_marked(text, item, b"constexpr")
                || is_in_c(text, item)
        }
    }
}

/// What is said of a template before it says nothing more than the template.
fn is_template_ahead(item: &Item) -> bool {
    item.kind == Kind::Function && item.body.is_none() && item.template_params.is_some()
}

/// Is there nothing of C++ in its head? Then the rules of CUDA can be told about it.
fn is_in_c(text: &Text<'_>, item: &Item) -> bool {
    let head = item.range.start..item.body.as_ref().map_or(item.range.end, |body| body.start);
    item.template_params.is_none()
        && !head.clone().any(|at| {
            text.is_scope(at)
                || [Punct::Lt, Punct::Amp, Punct::AmpAmp, Punct::LBrace]
                    .iter()
                    .any(|&punct| text.is(at, punct))
        })
}

/// Device and host variables and functions are told by their marks.
fn is_of_device(text: &Text<'_>, item: &Item) -> bool {
    const MARKS: [&[u8]; 5] = [b"__device__", b"__global__", b"__constant__", b"__shared__", b"__managed__"];
    MARKS.iter().any(|mark| is_marked(text, item, mark))
}

/// Is a word among those before its body?
fn is_marked(text: &Text<'_>, item: &Item, mark: &[u8]) -> bool {
    let end = item.body.as_ref().map_or(item.range.end, |body| body.start);
    (item.range.start..end).any(|at| text.word(at) == mark)
}

/// What is kept of an item: all of it but the host's members, and of a function of the host
/// its head.
fn tokens_of(text: &Text<'_>, item: &Item, (semicolon, device): (Symbol, Symbol)) -> Vec<Token> {
    let whole = || text.tokens[item.range.clone()].to_vec();
    match (item.kind, &item.body) {
        (Kind::Type, Some(body)) => {
            let mut tokens = text.tokens[item.range.start..body.start].to_vec();
            tokens.extend(members::of_device(text, body.clone()));
            tokens.extend(&text.tokens[body.end..item.range.end]);
            tokens
        }
        // The C++ compiler takes it, so it is a constant where a kernel calls it.
        (Kind::Function, Some(body)) if !is_of_device(text, item) && is_marked(text, item, b"constexpr") => {
            let mut tokens = whole();
            let first = text.tokens[item.range.start];
            let word = Token { kind: TokenKind::Ident, symbol: device, ..first };
            let head = body.start - item.range.start;
            let at = tokens[..head].iter().position(|token| {
                token.kind == TokenKind::Ident && text.sources.symbols.bytes(token.symbol) == b"constexpr"
            });
            tokens.insert(at.unwrap_or(0), word);
            tokens
        }
        (Kind::Function, Some(body)) if !is_of_device(text, item) => {
            let mut tokens = text.tokens[item.range.start..body.start].to_vec();
            let last = text.tokens[body.start];
            tokens.push(Token { kind: TokenKind::Punct(Punct::Semi), symbol: semicolon, ..last });
            tokens
        }
        _ => whole(),
    }
}

#[cfg(test)]
mod cases;
