//! C++ said in the words that the front end reads.
//!
//! ```c++
//! a::f(x)                          f(x)           `a` is a namespace or an enumeration
//! static_assert(N > 0, "size");                   the C++ compiler has seen to it
//! [[nodiscard]]
//! namespace cg = groups;
//! if constexpr (N > 4)             if (N > 4)
//! enum class kind { one };         enum kind { one };
//! not a and b or c                 !a && b || c
//! std::uint8_t x;                  uint8_t x;
//! std::numeric_limits<T>::max()    warploom_limits_max<T>()
//! a[i] = {x, y};                   a[i] = (__typeof__(a[i])){x, y};
//! ```

use std::collections::{HashMap, HashSet};

use source::{Interner, Symbol};

use crate::token::{Punct, Token, TokenKind};

use super::items::Text;

/// Words that may have to be written.
#[derive(Clone, Debug)]
pub(super) struct Words {
    type_of: Symbol,
    open: Symbol,
    close: Symbol,
    limits: [(&'static [u8], Symbol); 5],
    /// `X` of `cub::X` is `cub_X` in our header, where it meets no name of the user's.
    cub: HashMap<Symbol, Symbol>,
    /// The same without `cub::`, behind `using namespace cub`.
    plain_cub: HashMap<Symbol, Symbol>,
    /// `std::X` of what headers of ours have for kernels.
    standard: [(&'static [u8], Symbol); 21],
    same: Symbol,
    colon: Symbol,
    typename: Symbol,
    type_: Symbol,
    value: Symbol,
    alignof: Symbol,
    operators: [(&'static [u8], Punct, Symbol); 3],
}

impl Words {
    pub fn new(tokens: &[Token], symbols: &mut Interner) -> Words {
        let cub_name = |at: usize| {
            let is = |at: usize, punct| tokens[at].kind == TokenKind::Punct(punct);
            let is_scope = is(at + 1, Punct::Colon) && is(at + 2, Punct::Colon);
            (tokens[at].kind == TokenKind::Ident && is_scope && tokens[at + 3].kind == TokenKind::Ident)
                .then(|| (tokens[at].symbol, tokens[at + 3].symbol))
        };
        let word = symbols.intern(b"cub");
        let (using, namespace) = (symbols.intern(b"using"), symbols.intern(b"namespace"));
        let is_used =
            |at: &[Token]| at[0].symbol == using && at[1].symbol == namespace && at[2].symbol == word;
        let is_open = tokens.windows(3).any(is_used);
        let names: HashSet<Symbol> = (0..tokens.len().saturating_sub(3))
            .filter_map(cub_name)
            .filter(|(scope, _)| *scope == word)
            .map(|(_, name)| name)
            .collect();
        let mut cub = HashMap::new();
        for name in names {
            let text = [b"cub_", symbols.bytes(name)].concat();
            cub.insert(name, symbols.intern(&text));
        }
        let mut plain_cub = HashMap::new();
        for name in CUB {
            let symbol = symbols.intern(format!("cub_{name}").as_bytes());
            let plain = symbols.intern(name.as_bytes());
            // An instance may name what the file does not.
            cub.insert(plain, symbol);
            if is_open {
                plain_cub.insert(plain, symbol);
            }
        }
        let limits: [&'static str; 5] = ["max", "min", "lowest", "epsilon", "infinity"];
        Words {
            type_of: symbols.intern(b"__typeof__"),
            open: symbols.intern(b"("),
            close: symbols.intern(b")"),
            operators: [
                (b"and", Punct::AmpAmp, symbols.intern(b"&&")),
                (b"or", Punct::PipePipe, symbols.intern(b"||")),
                (b"not", Punct::Bang, symbols.intern(b"!")),
            ],
            cub,
            plain_cub,
            standard: STANDARD
                .map(|name| (name.as_bytes(), symbols.intern(format!("warploom_std_{name}").as_bytes()))),
            colon: symbols.intern(b":"),
            typename: symbols.intern(b"typename"),
            type_: symbols.intern(b"type"),
            alignof: symbols.intern(b"_Alignof"),
            value: symbols.intern(b"value"),
            same: symbols.intern(b"__builtin_types_compatible_p"),
            limits: limits
                .map(|name| (name.as_bytes(), symbols.intern(format!("warploom_limits_{name}").as_bytes()))),
        }
    }
}

/// What of CUB may be meant without its namespace.
const CUB: [&str; 30] = [
    "BlockReduce",
    "BlockScan",
    "BlockLoad",
    "BlockStore",
    "BlockExchange",
    "BlockAdjacentDifference",
    "WarpReduce",
    "WarpScan",
    "WarpExchange",
    "BlockReduceAlgorithm",
    "BlockScanAlgorithm",
    "BlockLoadAlgorithm",
    "BlockStoreAlgorithm",
    "BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY",
    "BLOCK_REDUCE_RAKING",
    "BLOCK_REDUCE_WARP_REDUCTIONS",
    "BLOCK_SCAN_RAKING",
    "BLOCK_SCAN_RAKING_MEMOIZE",
    "BLOCK_SCAN_WARP_SCANS",
    "BLOCK_LOAD_DIRECT",
    "BLOCK_LOAD_STRIPED",
    "BLOCK_LOAD_VECTORIZE",
    "BLOCK_LOAD_TRANSPOSE",
    "BLOCK_LOAD_WARP_TRANSPOSE",
    "BLOCK_STORE_DIRECT",
    "BLOCK_STORE_STRIPED",
    "BLOCK_STORE_VECTORIZE",
    "BLOCK_STORE_TRANSPOSE",
    "BLOCK_STORE_WARP_TRANSPOSE",
    "KeyValuePair",
];

/// What of `std` a header of ours has.
const STANDARD: [&str; 21] = [
    "is_floating_point",
    "is_integral",
    "is_arithmetic",
    "is_signed",
    "is_unsigned",
    "is_pointer",
    "conditional",
    "enable_if",
    "remove_const",
    "remove_cv",
    "remove_reference",
    "remove_pointer",
    "decay",
    "common_type",
    "make_unsigned",
    "make_signed",
    "integral_constant",
    "true_type",
    "false_type",
    "pair",
    "make_pair",
];

/// Types of C's headers, in C++ also behind `std::`.
const OF_C: [&[u8]; 13] = [
    b"size_t",
    b"ptrdiff_t",
    b"int8_t",
    b"int16_t",
    b"int32_t",
    b"int64_t",
    b"uint8_t",
    b"uint16_t",
    b"uint32_t",
    b"uint64_t",
    b"intptr_t",
    b"uintptr_t",
    b"nullptr_t",
];

/// The tokens of an item in those words.
pub(super) fn plain(text: &Text<'_>, scopes: &HashSet<Symbol>, words: &Words) -> Vec<Token> {
    let mut kept: Vec<Token> = Vec::with_capacity(text.tokens.len());
    let mut at = 0;
    while at < text.tokens.len() {
        if let Some(behind) = left_out(text, at, scopes) {
            at = behind;
            continue;
        }
        if let Some((name, behind)) = limit(text, at, words) {
            kept.push(Token { symbol: name, ..text.tokens[at] });
            // `<T>`, without the `::max` behind it.
            kept.extend(&text.tokens[at + 4..behind]);
            at = behind + 3;
            continue;
        }
        let is_member = at > 0 && (text.is(at - 1, Punct::Dot) || text.is(at - 1, Punct::Arrow));
        if let Some(&symbol) = words.plain_cub.get(&text.tokens[at].symbol)
            && !is_member
        {
            kept.push(Token { symbol, ..text.tokens[at] });
            at += 1;
            continue;
        }
        if let Some((tokens, behind)) = renamed(text, at, scopes, words) {
            kept.extend(tokens);
            at = behind;
            continue;
        }
        let token = match words.operators.iter().find(|(word, ..)| *word == text.word(at)) {
            Some(&(_, punct, symbol)) => Token { kind: TokenKind::Punct(punct), symbol, ..text.tokens[at] },
            None if text.word(at) == b"alignof" => Token { symbol: words.alignof, ..text.tokens[at] },
            None => text.tokens[at],
        };
        kept.push(token);
        let is_braced = token.kind == TokenKind::Punct(Punct::Eq) && text.is(at + 1, Punct::LBrace);
        let before = &kept[..kept.len() - 1];
        if is_braced && let Some(start) = assigned(&Text { tokens: before, sources: text.sources }) {
            let target = before[start..].to_vec();
            let word = |kind, symbol| Token { kind, symbol, ..token };
            kept.push(word(TokenKind::Punct(Punct::LParen), words.open));
            kept.push(word(TokenKind::Ident, words.type_of));
            kept.push(word(TokenKind::Punct(Punct::LParen), words.open));
            kept.extend(target);
            kept.push(word(TokenKind::Punct(Punct::RParen), words.close));
            kept.push(word(TokenKind::Punct(Punct::RParen), words.close));
        }
        at += 1;
    }
    kept
}

/// `cub::X`, `std::X` and `std::is_same<A, B>::value`: the names that they have here.
fn renamed(
    text: &Text<'_>,
    at: usize,
    scopes: &HashSet<Symbol>,
    words: &Words,
) -> Option<(Vec<Token>, usize)> {
    if !text.is_scope(at + 1) || !matches!(text.word(at), b"cub" | b"std") {
        return None;
    }
    let name = text.tokens.get(at + 3)?;
    let here = |symbol: Symbol| Token { symbol, ..text.tokens[at] };
    if text.word(at) == b"cub" {
        return words.cub.get(&name.symbol).map(|&symbol| (vec![here(symbol)], at + 4));
    }
    let is_same = matches!(text.word(at + 3), b"is_same" | b"is_same_v") && text.is(at + 4, Punct::Lt);
    if is_same
        && let Some(behind) = text.behind_angle(at + 4)
        && text.is(behind - 1, Punct::Gt)
    {
        let punct = |kind: Punct, symbol: Symbol| Token { kind: TokenKind::Punct(kind), ..here(symbol) };
        let mut tokens = vec![here(words.same), punct(Punct::LParen, words.open)];
        let args = Text { tokens: &text.tokens[at + 5..behind - 1], sources: text.sources };
        tokens.extend(plain(&args, scopes, words));
        tokens.push(punct(Punct::RParen, words.close));
        let has_value = text.is_scope(behind) && text.word(behind + 2) == b"value";
        return Some((tokens, if has_value { behind + 3 } else { behind }));
    }
    let standard =
        |name: &[u8]| words.standard.iter().find(|(word, _)| *word == name).map(|(_, known)| *known);
    let word = text.word(at + 3);
    if let Some(symbol) = standard(word) {
        return Some((vec![here(symbol)], at + 4));
    }
    // `conditional_t<A, B, C>` and `is_integral_v<T>`: the member that they stand for.
    let (name, is_type) = match word.strip_suffix(b"_t") {
        Some(name) => (name, true),
        None => (word.strip_suffix(b"_v")?, false),
    };
    let symbol = standard(name)?;
    let behind = text.is(at + 4, Punct::Lt).then(|| text.behind_angle(at + 4))??;
    if !text.is(behind - 1, Punct::Gt) {
        return None;
    }
    let args = Text { tokens: &text.tokens[at + 4..behind], sources: text.sources };
    let colon = Token { kind: TokenKind::Punct(Punct::Colon), ..here(words.colon) };
    let mut tokens = Vec::new();
    if is_type {
        tokens.push(here(words.typename));
    }
    tokens.push(here(symbol));
    tokens.extend(plain(&args, scopes, words));
    tokens.extend([colon, colon, here(if is_type { words.type_ } else { words.value })]);
    Some((tokens, behind))
}

/// What says nothing here: where it ends.
fn left_out(text: &Text<'_>, at: usize, scopes: &HashSet<Symbol>) -> Option<usize> {
    let before = at.checked_sub(1);
    let follows = |word: &[u8]| before.is_some_and(|before| text.word(before) == word);
    match text.word(at) {
        b"static_assert" if text.is(at + 1, Punct::LParen) => {
            let end = text.behind(at + 1);
            return Some(end + usize::from(text.is(end, Punct::Semi)));
        }
        b"namespace" if text.is(at + 2, Punct::Eq) => return Some(text.behind_semicolon(at)),
        b"using" if text.word(at + 1) == b"namespace" => return Some(text.behind_semicolon(at)),
        b"class" | b"struct" if follows(b"enum") => return Some(at + 1),
        b"std" if text.is_scope(at + 1) && OF_C.contains(&text.word(at + 3)) => return Some(at + 3),
        word if !word.is_empty() && text.is_scope(at + 1) && scopes.contains(&text.tokens[at].symbol) => {
            return Some(at + 3);
        }
        _ => {}
    }
    // `::f(x)` of the global namespace.
    let follows_name = before.is_some_and(|before| {
        text.is_name(before) && text.word(before) != b"return" || text.is(before, Punct::Gt)
    });
    if text.is_scope(at) && !follows_name && text.is_name(at + 2) {
        return Some(at + 2);
    }
    // `enum kind : int {`: the type that it has anyway.
    let is_plain = matches!(text.word(at + 1), b"int" | b"unsigned" | b"int32_t" | b"uint32_t");
    let is_enum =
        before.is_some_and(|name| matches!(text.word(name.wrapping_sub(1)), b"enum" | b"class" | b"struct"));
    if text.is(at, Punct::Colon) && is_plain && is_enum && text.is(at + 2, Punct::LBrace) {
        return Some(at + 2);
    }
    (text.is(at, Punct::LBracket) && text.is(at + 1, Punct::LBracket)).then(|| text.behind(at))
}

/// `std::numeric_limits<T>::max`: the function that it is here, and where the type ends.
fn limit(text: &Text<'_>, at: usize, words: &Words) -> Option<(Symbol, usize)> {
    let is_limits = text.word(at) == b"std"
        && text.is_scope(at + 1)
        && text.word(at + 3) == b"numeric_limits"
        && text.is(at + 4, Punct::Lt);
    let behind = is_limits.then(|| text.behind_angle(at + 4))??;
    let name = text.is_scope(behind).then(|| text.word(behind + 2))?;
    words.limits.iter().find(|(known, _)| *known == name).map(|(_, symbol)| (*symbol, behind))
}

/// Where that begins which the `=` behind the tokens assigns to; `None` for a declaration.
fn assigned(text: &Text<'_>) -> Option<usize> {
    let mut at = text.tokens.len();
    loop {
        let last = at.checked_sub(1)?;
        if text.is(last, Punct::RBracket) {
            at = text.opening(last)?;
            continue;
        }
        at = last;
        if !text.is_name(at) {
            return None;
        }
        let is_member = at > 0 && (text.is(at - 1, Punct::Dot) || text.is(at - 1, Punct::Arrow));
        if !is_member {
            break;
        }
        at -= 1;
    }
    let ends = [Punct::Semi, Punct::LBrace, Punct::RBrace, Punct::RParen, Punct::Colon];
    let before = at.checked_sub(1)?;
    let begins =
        ends.iter().any(|&punct| text.is(before, punct)) || matches!(text.word(before), b"else" | b"do");
    begins.then_some(at)
}
