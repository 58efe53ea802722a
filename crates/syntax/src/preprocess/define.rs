//! `#define` and `#undef`.
//!
//! ```c
//! #define log(fmt, ...) fprintf(stderr, fmt, ## __VA_ARGS__)
//! ```
//! The replacement list is stored with its parameters recognised and the
//! operators folded into flags, so that an expansion has nothing left to parse.

use diagnostics::{Diagnostic, codes};
use source::{Span, Symbol};

use super::Preprocessor;
use super::macro_table::{BodyToken, Macro, Meaning, Role};
use crate::token::{Punct, Token, TokenFlags, TokenKind};
use crate::well_known;

/// The parameters being read, and after that the ones body names refer to.
#[derive(Default)]
pub(super) struct Parameters {
    names: Vec<Symbol>,
    variadic: bool,
}

/// The most parameters a macro may have.
const MAX_PARAMETERS: usize = 65_535;

impl Preprocessor<'_> {
    pub(super) fn define(&mut self) {
        let Some(name) = self.macro_name() else { return };
        let opening = self.lexer.next(&mut self.sources.symbols);
        let is_function_like =
            opening.kind == TokenKind::Punct(Punct::LParen) && !opening.flags.has(TokenFlags::SPACE_BEFORE);
        let parameters = if is_function_like {
            let Some(parameters) = self.parameters(opening) else { return };
            Some(parameters)
        } else {
            self.lexer.unread(opening);
            None
        };
        let Some((body, body_at)) = self.replacement_list(name, parameters.as_ref()) else { return };
        let definition = self.store(name, parameters, &body, body_at);
        self.definition_buffer = body;
        self.replace_meaning(name, definition);
    }

    pub(super) fn undef(&mut self) {
        let Some(name) = self.macro_name() else { return };
        if let Meaning::Builtin(_) = self.macros.meaning(name.symbol) {
            self.warn_builtin_changed(name, "undefined");
        }
        self.macros.set(name.symbol, Meaning::Name);
        self.expect_line_end("#undef");
    }

    /// The name after `#define`, `#undef`, `#ifdef`…
    pub(super) fn macro_name(&mut self) -> Option<Token> {
        let token = self.lexer.next(&mut self.sources.symbols);
        if token.kind != TokenKind::Ident {
            self.error(missing_macro_name(token));
            return None;
        }
        if token.symbol == well_known::DEFINED {
            let message = "`defined` cannot be the name of a macro";
            self.error(Diagnostic::new(&codes::MALFORMED_DEFINITION, token.span, message));
            return None;
        }
        if self.macros.is_poisoned(token.symbol) {
            self.report_poisoned(token);
            return None;
        }
        Some(token)
    }

    /// `a, b, ...)` after the opening parenthesis.
    fn parameters(&mut self, opening: Token) -> Option<Parameters> {
        let mut parameters = Parameters::default();
        let mut token = self.lexer.next(&mut self.sources.symbols);
        if token.kind == TokenKind::Punct(Punct::RParen) {
            return Some(parameters);
        }
        loop {
            match token.kind {
                TokenKind::Ident => {
                    self.add_parameter(&mut parameters, token)?;
                    token = self.lexer.next(&mut self.sources.symbols);
                    if token.kind == TokenKind::Punct(Punct::Ellipsis) {
                        parameters.variadic = true;
                        token = self.lexer.next(&mut self.sources.symbols);
                    }
                }
                TokenKind::Punct(Punct::Ellipsis) => {
                    self.add_parameter(&mut parameters, Token { symbol: well_known::VA_ARGS, ..token })?;
                    parameters.variadic = true;
                    token = self.lexer.next(&mut self.sources.symbols);
                }
                _ => return self.malformed_parameters(token, opening),
            }
            match token.kind {
                TokenKind::Punct(Punct::RParen) => return Some(parameters),
                TokenKind::Punct(Punct::Comma) if !parameters.variadic => {}
                _ => return self.malformed_parameters(token, opening),
            }
            token = self.lexer.next(&mut self.sources.symbols);
        }
    }

    fn add_parameter(&mut self, parameters: &mut Parameters, token: Token) -> Option<()> {
        // Short lists are searched; a long one would take quadratic time.
        let is_repeated = parameters.names.len() < 256 && parameters.names.contains(&token.symbol);
        if is_repeated || parameters.names.len() >= MAX_PARAMETERS {
            let text = self.sources.text(token.symbol).into_owned();
            let message = if is_repeated {
                format!("`{text}` is already a parameter of this macro")
            } else {
                format!("a macro has at most {MAX_PARAMETERS} parameters")
            };
            self.error(Diagnostic::new(&codes::MALFORMED_DEFINITION, token.span, message));
            return None;
        }
        parameters.names.push(token.symbol);
        Some(())
    }

    fn malformed_parameters(&mut self, found: Token, opening: Token) -> Option<Parameters> {
        let message = match found.kind {
            TokenKind::Eof => "the parameters of this macro are not closed by `)`".to_owned(),
            _ => format!("a macro's parameters cannot have `{}` here", self.sources.text(found.symbol)),
        };
        self.error(
            Diagnostic::new(&codes::MALFORMED_DEFINITION, found.span, message)
                .related(opening.span, "the parameters starts here")
                .help("parameters are names, separated by commas, `...` last"),
        );
        None
    }

    /// The rest of the line as a replacement list, and where it stands.
    fn replacement_list(
        &mut self,
        name: Token,
        parameters: Option<&Parameters>,
    ) -> Option<(Vec<BodyToken>, Span)> {
        let mut body = std::mem::take(&mut self.definition_buffer);
        body.clear();
        if let Some(parameters) = parameters {
            self.parameter_index.enter(&parameters.names);
        }
        let mut list = ReplacementList { body, open_va_opt: None, after_paste: None, hash: None };
        let mut body_at = name.span.end();
        let mut failure = None;
        loop {
            let token = self.lexer.next(&mut self.sources.symbols);
            if token.kind == TokenKind::Eof {
                break;
            }
            if list.body.is_empty() && body_at.lo == body_at.hi {
                body_at = token.span;
            }
            body_at.hi = token.span.hi;
            let parameter = parameters.and_then(|_| self.parameter_index.find(token));
            if let Err(problem) = list.add(token, parameter, parameters) {
                failure = Some(problem);
                break;
            }
        }
        if let Some(parameters) = parameters {
            self.parameter_index.leave(&parameters.names);
        }
        match failure.map_or_else(|| list.finish(), Err) {
            Ok(()) => Some((list.body, body_at)),
            Err(problem) => {
                self.definition_buffer = list.body;
                self.error(*problem);
                None
            }
        }
    }

    fn store(
        &mut self,
        name: Token,
        parameters: Option<Parameters>,
        body: &[BodyToken],
        body_at: Span,
    ) -> Macro {
        let has_operators = body.iter().any(|item| item.token.flags.has(TokenFlags::PASTE_LEFT));
        Macro {
            body: self.macros.add_body(body),
            variadic: parameters.as_ref().is_some_and(|p| p.variadic),
            parameters: parameters.map(|p| self.macros.add_parameters(&p.names)),
            has_operators,
            name_at: name.span,
            body_at,
        }
    }

    fn replace_meaning(&mut self, name: Token, new: Macro) {
        match self.macros.meaning(name.symbol) {
            Meaning::Name => {}
            Meaning::Builtin(_) => self.warn_builtin_changed(name, "redefined"),
            Meaning::Defined(old) => {
                if !self.is_same_definition(old, new) {
                    let text = self.sources.text(name.symbol).into_owned();
                    self.warn(macro_redefined(&text, name.span, old.name_at));
                }
            }
        }
        self.macros.set(name.symbol, Meaning::Defined(new));
    }

    /// Same parameters, same tokens, white space in the same places.
    fn is_same_definition(&self, old: Macro, new: Macro) -> bool {
        let parameters = |definition: Macro| definition.parameters.map(|range| self.macros.parameters(range));
        let spaced = TokenFlags::SPACE_BEFORE.0 | TokenFlags::PASTE_LEFT.0;
        let same = |(a, b): (&BodyToken, &BodyToken)| {
            (a.token.kind, a.token.symbol, a.role, a.token.flags.0 & spaced)
                == (b.token.kind, b.token.symbol, b.role, b.token.flags.0 & spaced)
        };
        let (ours, theirs) = (self.macros.body(old.body), self.macros.body(new.body));
        old.variadic == new.variadic
            && parameters(old) == parameters(new)
            && ours.len() == theirs.len()
            && ours.iter().zip(theirs).all(same)
    }

    fn warn_builtin_changed(&mut self, name: Token, what: &str) {
        let text = self.sources.text(name.symbol).into_owned();
        let message = format!("built-in macro `{text}` {what}");
        self.warn(Diagnostic::new(&codes::MACRO_REDEFINED, name.span, message));
    }
}

/// A replacement list as far as it was read.
struct ReplacementList {
    body: Vec<BodyToken>,
    open_va_opt: Option<OpenVaOpt>,
    /// The `##` just read.
    after_paste: Option<Token>,
    /// The `#` just read, in a function-like macro.
    hash: Option<Token>,
}

/// A `__VA_OPT__` whose `)` was not seen yet.
struct OpenVaOpt {
    /// Its index in the list.
    index: usize,
    at: Span,
    /// Parentheses open inside it; 0 before its own.
    depth: usize,
}

impl ReplacementList {
    fn add(
        &mut self,
        token: Token,
        parameter: Option<u16>,
        parameters: Option<&Parameters>,
    ) -> Result<(), Box<Diagnostic>> {
        let mut token = token;
        token.flags = token.flags.without(TokenFlags::LINE_START);
        if self.body.is_empty() {
            token.flags = token.flags.without(TokenFlags::SPACE_BEFORE);
        }
        let is_va_opt = token.kind == TokenKind::Ident
            && token.symbol == well_known::VA_OPT
            && parameters.is_some_and(|p| p.variadic);
        if let Some(hash) = self.hash.take() {
            if parameter.is_none() && !is_va_opt {
                return Err(hash_without_parameter(hash));
            }
            token.flags = hash.flags;
            token.span.lo = hash.span.lo;
            return self.add_operand(token, parameter, is_va_opt, true);
        }
        match token.kind {
            TokenKind::Punct(Punct::HashHash) => self.add_paste(token),
            TokenKind::Punct(Punct::Hash) if parameters.is_some() => {
                self.hash = Some(token);
                Ok(())
            }
            _ => self.add_operand(token, parameter, is_va_opt, false),
        }
    }

    fn add_paste(&mut self, token: Token) -> Result<(), Box<Diagnostic>> {
        let starts_va_opt = self
            .open_va_opt
            .as_ref()
            .is_some_and(|open| open.depth == 1 && self.body.len() == open.index + 2);
        match self.body.last_mut() {
            Some(last) if !starts_va_opt => {
                last.token.flags = last.token.flags.with(TokenFlags::PASTE_LEFT);
                self.after_paste = Some(token);
                Ok(())
            }
            _ => Err(paste_at_edge(token)),
        }
    }

    fn add_operand(
        &mut self,
        token: Token,
        parameter: Option<u16>,
        is_va_opt: bool,
        stringized: bool,
    ) -> Result<(), Box<Diagnostic>> {
        let paste = self.after_paste.take();
        if is_va_opt {
            if self.open_va_opt.is_some() {
                return Err(malformed_va_opt(token.span, "`__VA_OPT__` cannot stand in a `__VA_OPT__`"));
            }
            self.open_va_opt = Some(OpenVaOpt { index: self.body.len(), at: token.span, depth: 0 });
            self.body.push(BodyToken { token, role: Role::VaOpt { close: 0, stringized } });
            return Ok(());
        }
        let role = match parameter {
            Some(index) if stringized => Role::Stringized(index),
            Some(index) => Role::Parameter(index),
            None => Role::Text,
        };
        self.body.push(BodyToken { token, role });
        self.follow_va_opt(token, paste)
    }

    /// Counts the parentheses after a `__VA_OPT__`.
    fn follow_va_opt(&mut self, token: Token, paste: Option<Token>) -> Result<(), Box<Diagnostic>> {
        let Some(open) = &mut self.open_va_opt else { return Ok(()) };
        match token.kind {
            TokenKind::Punct(Punct::LParen) => open.depth += 1,
            _ if open.depth == 0 => {
                return Err(malformed_va_opt(open.at, "`__VA_OPT__` must be followed by `(`"));
            }
            TokenKind::Punct(Punct::RParen) => open.depth -= 1,
            _ => {}
        }
        if open.depth == 0 {
            if let Some(paste) = paste {
                return Err(paste_at_edge(paste));
            }
            let close_index = self.body.len() as u32 - 1;
            if let Role::VaOpt { close, .. } = &mut self.body[open.index].role {
                *close = close_index;
            }
            self.open_va_opt = None;
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Box<Diagnostic>> {
        if let Some(hash) = self.hash {
            return Err(hash_without_parameter(hash));
        }
        if let Some(paste) = self.after_paste {
            return Err(paste_at_edge(paste));
        }
        match &self.open_va_opt {
            Some(open) => Err(malformed_va_opt(open.at, "the `(` of this `__VA_OPT__` is not closed")),
            None => Ok(()),
        }
    }
}

/// The parameter that a name is, found without a search: a slot per symbol.
#[derive(Default)]
pub(super) struct ParameterIndex {
    slots: Vec<u16>,
}

impl ParameterIndex {
    fn enter(&mut self, names: &[Symbol]) {
        for (index, name) in names.iter().enumerate() {
            let slot = name.0 as usize;
            if self.slots.len() <= slot {
                self.slots.resize((slot + 1).next_power_of_two(), 0);
            }
            self.slots[slot] = index as u16 + 1;
        }
    }

    fn find(&self, token: Token) -> Option<u16> {
        if token.kind != TokenKind::Ident {
            return None;
        }
        self.slots.get(token.symbol.0 as usize)?.checked_sub(1)
    }

    fn leave(&mut self, names: &[Symbol]) {
        for name in names {
            self.slots[name.0 as usize] = 0;
        }
    }
}

fn missing_macro_name(found: Token) -> Diagnostic {
    let message = match found.kind {
        TokenKind::Eof => "the name of a macro is missing",
        _ => "the name of a macro must be an identifier",
    };
    Diagnostic::new(&codes::MALFORMED_DEFINITION, found.span, message)
}

fn hash_without_parameter(hash: Token) -> Box<Diagnostic> {
    let message = "`#` is not followed by a macro parameter";
    let diagnostic = Diagnostic::new(&codes::MALFORMED_DEFINITION, hash.span, message);
    Box::new(diagnostic.label("makes a string of an argument"))
}

fn paste_at_edge(paste: Token) -> Box<Diagnostic> {
    let message = "`##` cannot stand at either end of what a macro expands to";
    let diagnostic = Diagnostic::new(&codes::MALFORMED_DEFINITION, paste.span, message);
    Box::new(diagnostic.label("joins the tokens before and after it"))
}

fn malformed_va_opt(at: Span, message: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(&codes::MALFORMED_DEFINITION, at, message))
}

fn macro_redefined(name: &str, new: Span, old: Span) -> Diagnostic {
    Diagnostic::new(&codes::MACRO_REDEFINED, new, format!("macro `{name}` redefined"))
        .related(old, "the earlier definition")
        .help(format!("write `#undef {name}` first if this is meant"))
}
