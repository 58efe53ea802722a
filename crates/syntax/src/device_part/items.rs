//! A file in C++ taken apart into what stands at namespace level.
//!
//! ```c++
//! namespace a {                                       // its name is noted, the braces are left out
//! template <typename T> struct pair { T x, y; };      // a type: pair
//! __global__ void k(pair<float> *p) { … }             // a function: k
//! std::vector<int> rows = read([] { … });             // a variable: rows
//! }
//! ```
//! Nothing is parsed: brackets are matched, and the words before them tell what an item is.

use std::collections::HashSet;
use std::ops::Range;

use source::{FileKind, Sources, Symbol};

use crate::token::{Punct, Token, TokenKind};

/// What an item declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Function,
    /// A class, an enumeration or another name of a type.
    Type,
    Variable,
    /// The text of a header that is not the user's.
    Foreign,
}

/// What stands between two items.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub range: Range<usize>,
    pub kind: Kind,
    /// The names it declares.
    pub names: Vec<Symbol>,
    /// Its name, for a function.
    pub name_at: Option<usize>,
    /// The parameters of the template that it is.
    pub template_params: Option<Vec<Symbol>>,
    /// The braces of a class or of a function.
    pub body: Option<Range<usize>>,
}

/// Everything at namespace level, and the names that stand before `::`.
pub(super) struct Items {
    pub all: Vec<Item>,
    pub scopes: HashSet<Symbol>,
}

/// Words with parentheses that are no parameters.
const ATTRIBUTES: [&[u8]; 9] = [
    b"__launch_bounds__",
    b"__cluster_dims__",
    b"__maxnreg__",
    b"__attribute__",
    b"__align__",
    b"__builtin_align__",
    b"alignas",
    b"decltype",
    b"noexcept",
];

/// Tokens, and what can be asked of them.
pub(super) struct Text<'a> {
    pub tokens: &'a [Token],
    pub sources: &'a Sources,
}

impl Text<'_> {
    pub fn is(&self, at: usize, punct: Punct) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Punct(punct))
    }

    pub fn word(&self, at: usize) -> &[u8] {
        match self.tokens.get(at) {
            Some(token) if token.kind == TokenKind::Ident => self.sources.symbols.bytes(token.symbol),
            _ => b"",
        }
    }

    pub fn is_name(&self, at: usize) -> bool {
        !self.word(at).is_empty()
    }

    /// `::` is two tokens.
    pub fn is_scope(&self, at: usize) -> bool {
        self.is(at, Punct::Colon) && self.is(at + 1, Punct::Colon)
    }

    /// Behind the bracket that closes the one at `open`; the end where none does.
    pub fn behind(&self, open: usize) -> usize {
        let mut depth = 0_usize;
        for (at, token) in self.tokens.iter().enumerate().skip(open) {
            match token.kind {
                TokenKind::Punct(Punct::LParen | Punct::LBrace | Punct::LBracket) => depth += 1,
                TokenKind::Punct(Punct::RParen | Punct::RBrace | Punct::RBracket) => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return at + 1;
                    }
                }
                TokenKind::Eof => return at,
                _ => {}
            }
        }
        self.tokens.len()
    }

    /// The bracket that opens the one at `close`.
    pub fn opening(&self, close: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in (0..=close).rev() {
            match self.tokens[at].kind {
                TokenKind::Punct(Punct::RParen | Punct::RBrace | Punct::RBracket) => depth += 1,
                TokenKind::Punct(Punct::LParen | Punct::LBrace | Punct::LBracket) => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// Behind the `>` that closes the `<` at `open`; `None` if it is a comparison.
    pub fn behind_angle(&self, open: usize) -> Option<usize> {
        let mut depth = 0_i32;
        let mut at = open;
        loop {
            match self.tokens.get(at)?.kind {
                TokenKind::Punct(Punct::Lt) => depth += 1,
                TokenKind::Punct(Punct::Gt) => depth -= 1,
                TokenKind::Punct(Punct::Shr) => depth -= 2,
                TokenKind::Punct(Punct::LaunchClose) => depth -= 3,
                TokenKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => {
                    at = self.behind(at);
                    continue;
                }
                TokenKind::Punct(Punct::Semi | Punct::RParen | Punct::RBrace | Punct::RBracket)
                | TokenKind::Eof => return None,
                _ => {}
            }
            at += 1;
            if depth <= 0 {
                return Some(at);
            }
        }
    }

    /// How many things are between the brackets at `open`.
    pub fn count(&self, open: usize) -> usize {
        let end = self.behind(open).saturating_sub(1);
        let mut at = open + 1;
        if at >= end || (self.word(at) == b"void" && at + 1 == end) {
            return 0;
        }
        let mut commas = 0;
        while at < end {
            match self.tokens[at].kind {
                TokenKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => {
                    at = self.behind(at);
                    continue;
                }
                TokenKind::Punct(Punct::Lt) => {
                    if let Some(behind) = self.behind_angle(at) {
                        at = behind;
                        continue;
                    }
                }
                TokenKind::Punct(Punct::Comma) => commas += 1,
                _ => {}
            }
            at += 1;
        }
        commas + 1
    }

    /// Behind the next `;` outside of brackets.
    pub fn behind_semicolon(&self, from: usize) -> usize {
        let mut at = from;
        while let Some(token) = self.tokens.get(at) {
            match token.kind {
                TokenKind::Punct(Punct::Semi) => return at + 1,
                TokenKind::Eof | TokenKind::Punct(Punct::RBrace) => return at,
                TokenKind::Punct(Punct::LParen | Punct::LBrace | Punct::LBracket) => at = self.behind(at),
                _ => at += 1,
            }
        }
        at
    }

    /// Was the token written in a file of the user's?
    fn is_users(&self, at: usize) -> bool {
        let place = self.sources.expansions.outermost_call(self.tokens[at].span);
        let file = self.sources.map.file_at(place.lo);
        file.is_some_and(|file| self.sources.map.file(file).kind == FileKind::User)
    }
}

/// Takes a unit apart.
pub(super) fn items(text: &Text<'_>) -> Items {
    let mut found = Items { all: Vec::new(), scopes: HashSet::new() };
    let mut at = 0;
    while at < text.tokens.len() && text.tokens[at].kind != TokenKind::Eof {
        let next = step(text, at, &mut found);
        // Whatever the text is, it comes to an end.
        at = next.max(at + 1);
    }
    found
}

/// What begins at a token; where the next begins.
fn step(text: &Text<'_>, at: usize, found: &mut Items) -> usize {
    if !text.is_users(at) {
        let mut end = at + 1;
        while end < text.tokens.len() && text.tokens[end].kind != TokenKind::Eof && !text.is_users(end) {
            end += 1;
        }
        found.all.push(plain_item(at..end, Kind::Foreign));
        return end;
    }
    match text.tokens[at].kind {
        TokenKind::PragmaHicuda | TokenKind::PragmaCudalite => {
            let rest = &text.tokens[at..];
            let ends = rest.iter().position(|token| token.kind == TokenKind::PragmaEnd);
            return at + ends.unwrap_or(0) + 1;
        }
        // A `}` is that of a namespace, whose `{` was left out.
        TokenKind::Pragma | TokenKind::Punct(Punct::Semi | Punct::RBrace) => return at + 1,
        _ => {}
    }
    match text.word(at) {
        b"inline" if text.word(at + 1) == b"namespace" => at + 1,
        b"namespace" => {
            let mut next = at + 1;
            while text.is_name(next) || text.is(next, Punct::Colon) {
                found.scopes.extend(text.is_name(next).then(|| text.tokens[next].symbol));
                next += 1;
            }
            if text.is(next, Punct::LBrace) { next + 1 } else { text.behind_semicolon(next) }
        }
        b"extern" if text.tokens.get(at + 1).is_some_and(|token| token.kind == TokenKind::String) => {
            at + if text.is(at + 2, Punct::LBrace) { 3 } else { 2 }
        }
        b"using" if text.is(at + 2, Punct::Eq) => {
            let end = text.behind_semicolon(at);
            let names = vec![text.tokens[at + 1].symbol];
            found.all.push(Item { names, ..plain_item(at..end, Kind::Type) });
            end
        }
        // What was made or asserted there, the C++ compiler has seen to.
        b"using" | b"static_assert" | b"_Static_assert" => text.behind_semicolon(at),
        b"template" if !text.is(at + 1, Punct::Lt) => text.behind_semicolon(at),
        _ => declaration(text, at, found),
    }
}

fn plain_item(range: Range<usize>, kind: Kind) -> Item {
    Item { range, kind, names: Vec::new(), name_at: None, template_params: None, body: None }
}

/// A declaration or definition, template or not.
fn declaration(text: &Text<'_>, start: usize, found: &mut Items) -> usize {
    let mut at = start;
    let mut template_params = None;
    while text.word(at) == b"template" && text.is(at + 1, Punct::Lt) {
        let Some(end) = text.behind_angle(at + 1) else { return text.behind_semicolon(at) };
        template_params = Some(parameters(text, at + 2, end - 1));
        at = end;
    }
    if text.word(at) == b"using" && text.is(at + 2, Punct::Eq) {
        let end = text.behind_semicolon(at);
        let names = vec![text.tokens[at + 1].symbol];
        found.all.push(Item { names, template_params, ..plain_item(start..end, Kind::Type) });
        return end;
    }
    let is_typedef = text.word(at) == b"typedef";
    let (mut class, mut body, mut name_at) = (None, None, None);
    let (mut has_value, mut has_members) = (false, false);
    let mut names = Vec::new();
    // `name<…>` of a specialisation, by where it ends.
    let mut special = None;
    let end = loop {
        let Some(token) = text.tokens.get(at) else { break at };
        match token.kind {
            TokenKind::Eof => break at,
            TokenKind::Punct(Punct::Semi) => break at + 1,
            TokenKind::Punct(Punct::RBrace) => break at,
            TokenKind::Punct(Punct::LParen) => {
                let is_call = at > start && !has_value && name_at.is_none() && !is_typedef;
                let specialised = special.and_then(|(name, end)| (end == at).then_some(name));
                if is_call && let Some(name) = specialised.or_else(|| function_name(text, at)) {
                    name_at = Some(name);
                } else if text.is(at + 1, Punct::Star) && name_at.is_none() && text.is_name(at + 2) {
                    names.push(text.tokens[at + 2].symbol);
                }
                at = text.behind(at);
                continue;
            }
            TokenKind::Punct(Punct::LBracket) => {
                at = text.behind(at);
                continue;
            }
            TokenKind::Punct(Punct::Eq) => has_value = true,
            TokenKind::Punct(Punct::Colon) if name_at.is_some() && !text.is_scope(at) => has_members = true,
            TokenKind::Punct(Punct::Lt) if !has_value && at > start && text.is_name(at - 1) => {
                if let Some(end) = text.behind_angle(at) {
                    special = template_params.as_ref().is_some_and(Vec::is_empty).then_some((at - 1, end));
                    at = end;
                    continue;
                }
            }
            TokenKind::Punct(Punct::LBrace) => {
                let behind = text.behind(at);
                let is_member = has_members
                    && text.is_name(at - 1)
                    && (text.is(behind, Punct::Comma) || text.is(behind, Punct::LBrace));
                if name_at.is_some() && !has_value && !is_member {
                    body = Some(at..behind);
                    break behind;
                }
                if class.is_some() && !has_value && body.is_none() {
                    body = Some(at..behind);
                }
                at = behind;
                continue;
            }
            TokenKind::Ident
                if matches!(text.word(at), b"struct" | b"class" | b"union" | b"enum")
                    && !has_value
                    && name_at.is_none()
                    && body.is_none()
                    && class.is_none() =>
            {
                class = Some(at);
            }
            _ => {}
        }
        if text.is_name(at) && ends_declarator(text, at + 1) {
            names.push(token.symbol);
        }
        at += 1;
    };
    let is_class = class.is_some() && body.is_some() && name_at.is_none();
    if let (Some(class), true) = (class, is_class || name_at.is_none()) {
        names.extend(tag(text, class).map(|at| text.tokens[at].symbol));
    }
    if let (Some(class), Some(body), true) = (class, &body, is_class)
        && text.word(class) == b"enum"
    {
        names.extend(enumerators(text, body.clone()));
        found.scopes.extend(tag(text, class).map(|at| text.tokens[at].symbol));
    }
    names.extend(name_at.map(|at| text.tokens[at].symbol));
    names.dedup();
    let is_tag_alone = class.is_some() && names.len() == 1;
    let kind = match () {
        () if name_at.is_some() => Kind::Function,
        () if is_class || is_typedef || is_tag_alone => Kind::Type,
        () => Kind::Variable,
    };
    found.all.push(Item { range: start..end, kind, names, name_at, template_params, body });
    end
}

/// The name before the parentheses of a function's parameters.
fn function_name(text: &Text<'_>, open: usize) -> Option<usize> {
    let before = open.checked_sub(1)?;
    if text.is_name(before) && !ATTRIBUTES.contains(&text.word(before)) {
        return Some(before);
    }
    // `operator+(`, `operator()(`, `operator[](`
    (1..=3).filter_map(|back| open.checked_sub(back)).find(|&at| text.word(at) == b"operator")
}

fn ends_declarator(text: &Text<'_>, at: usize) -> bool {
    let ends = [Punct::Eq, Punct::Semi, Punct::Comma, Punct::LBracket, Punct::LBrace];
    ends.iter().any(|&punct| text.is(at, punct))
}

/// The name behind `struct`, `enum class` and attributes.
fn tag(text: &Text<'_>, class: usize) -> Option<usize> {
    let mut at = class + 1;
    loop {
        match text.word(at) {
            b"" => return None,
            b"class" | b"struct" => at += 1,
            word if ATTRIBUTES.contains(&word) => at = text.behind(at + 1),
            _ => return Some(at),
        }
    }
}

fn enumerators(text: &Text<'_>, body: Range<usize>) -> Vec<Symbol> {
    let begins = |at: usize| text.is(at - 1, Punct::LBrace) || text.is(at - 1, Punct::Comma);
    let names = (body.start + 1..body.end).filter(|&at| text.is_name(at) && begins(at));
    names.map(|at| text.tokens[at].symbol).collect()
}

/// `typename T, int N = 4`: the last name of each, before its default.
fn parameters(text: &Text<'_>, from: usize, to: usize) -> Vec<Symbol> {
    let mut names = Vec::new();
    let (mut last, mut in_default) = (None, false);
    let mut at = from;
    while at < to {
        match text.tokens[at].kind {
            TokenKind::Punct(Punct::LParen | Punct::LBrace | Punct::LBracket) => {
                at = text.behind(at);
                continue;
            }
            TokenKind::Punct(Punct::Lt) => {
                if let Some(end) = text.behind_angle(at).filter(|&end| end <= to) {
                    at = end;
                    continue;
                }
            }
            TokenKind::Punct(Punct::Eq) => in_default = true,
            TokenKind::Punct(Punct::Comma) => {
                names.extend(last.take());
                in_default = false;
            }
            TokenKind::Ident if !in_default => last = Some(text.tokens[at].symbol),
            _ => {}
        }
        at += 1;
    }
    names.extend(last);
    names
}
