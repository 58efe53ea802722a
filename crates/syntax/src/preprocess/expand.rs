//! Macro expansion: reading tokens through a stack of expansions.
//!
//! ```c
//! #define f(a) a * g
//! #define g(a) f(a)
//! f(2)(9)                  // 2 * 9 * g
//! ```
//! An expansion pushes its replacement list as a context; tokens are read from
//! the topmost context, and from the file when there is none. A macro is
//! disabled while its context is on the stack, and a name read in that time is
//! marked for ever. A context is popped only when a token is wanted and none is
//! left in it: a macro whose name is the last token of an expansion can take
//! its arguments from what follows, and by then the outer macro is enabled
//! again. The standard leaves that case open; gcc does this.

use diagnostics::{Diagnostic, codes};
use source::{Expansion, ExpansionId, ExpansionKind, Span, Symbol};

use super::Preprocessor;
use super::arguments::Call;
use super::macro_table::{Macro, Meaning};
use super::spacing::Gap;
use crate::token::{Punct, Token, TokenFlags, TokenKind};

/// The stack of expansions being read.
pub(super) struct Expander {
    contexts: Vec<Context>,
    /// What lies between the token read last and the next one.
    gap: Gap,
    /// Where in a function-like macro's call the reader is.
    pub call: CallState,
    /// How many argument expansions are under way.
    pub argument_depth: usize,
    /// The tokens of a pragma are being expanded.
    pub in_pragma: bool,
    /// What is left of `Limits::expansion_work`.
    work_left: u64,
    /// Emptied token lists, kept for their memory.
    pool: Vec<Vec<Token>>,
    /// The same for where arguments lie.
    range_pool: Vec<Vec<(u32, u32)>>,
}

/// A list of tokens being read.
struct Context {
    tokens: Tokens,
    /// The index of the next token.
    next: u32,
    /// One past the last token.
    end: u32,
    /// Padding after the last token.
    trailing: Gap,
    /// The macro to enable when this is done.
    owner: Option<Symbol>,
}

enum Tokens {
    /// A replacement list as it stands in the macro table.
    Body(ExpansionId),
    /// Tokens made for the occasion.
    List(Vec<Token>),
    /// An argument by itself: reading stops at its end.
    Argument(Vec<Token>),
}

/// Where in a call the reader is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CallState {
    /// Nowhere: directives are run, files end.
    Outside,
    /// After the name, looking for `(`: a `#` is not a directive yet.
    BeforeParen,
    /// Among the arguments: directives are run, but files do not end.
    InArguments,
}

/// Tokens with the padding after the last one.
pub(super) struct TokenList {
    pub tokens: Vec<Token>,
    pub trailing: Gap,
}

/// What is done with names of macros.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    Expand,
    Keep,
}

/// Each expansion costs as much as this many tokens, for its records.
const WORK_PER_EXPANSION: u64 = 8;

impl Expander {
    pub fn new(work: u64) -> Expander {
        Expander {
            contexts: Vec::new(),
            gap: Gap::NONE,
            call: CallState::Outside,
            argument_depth: 0,
            in_pragma: false,
            work_left: work,
            pool: Vec::new(),
            range_pool: Vec::new(),
        }
    }

    /// An empty list.
    pub fn take_list(&mut self) -> Vec<Token> {
        self.pool.pop().unwrap_or_default()
    }

    /// An empty list of ranges.
    pub fn take_ranges(&mut self) -> Vec<(u32, u32)> {
        self.range_pool.pop().unwrap_or_default()
    }

    /// Keeps a call's memory for the next one.
    fn recycle_call(&mut self, call: Call) {
        let Call { tokens, mut arguments, .. } = call;
        self.recycle(tokens);
        if self.range_pool.len() < 16 {
            arguments.clear();
            self.range_pool.push(arguments);
        }
    }

    /// Keeps a list's memory for the next one.
    pub fn recycle(&mut self, mut list: Vec<Token>) {
        if self.pool.len() < 16 && list.capacity() < 1 << 16 {
            list.clear();
            self.pool.push(list);
        }
    }
}

impl Preprocessor<'_> {
    /// The next token after macro expansion.
    pub(super) fn next_token(&mut self) -> Token {
        self.read(Names::Expand)
    }

    /// The next token; names of macros are expanded or kept. Either way a name
    /// whose macro is disabled can never be expanded again.
    pub(super) fn read(&mut self, names: Names) -> Token {
        loop {
            let token = self.fetch();
            let is_plain = token.kind != TokenKind::Ident || self.macros.is_plain(token.symbol);
            if is_plain && self.expander.gap == Gap::NONE {
                return token;
            }
            if let Some(token) = self.settle(token, names) {
                return token;
            }
        }
    }

    /// A token that may be a macro's name, or has padding before it. `None`:
    /// its expansion is to be read instead.
    fn settle(&mut self, mut token: Token, names: Names) -> Option<Token> {
        if token.kind == TokenKind::Eof {
            // The gap stays: it trails the tokens that were read.
            return Some(token);
        }
        token.flags = self.expander.gap.before(token.flags);
        self.expander.gap = Gap::NONE;
        if token.kind != TokenKind::Ident
            || self.macros.is_plain(token.symbol)
            || token.flags.has(TokenFlags::NO_EXPAND)
        {
            return Some(token);
        }
        if self.macros.is_disabled(token.symbol) {
            token.flags = token.flags.with(TokenFlags::NO_EXPAND);
            return Some(token);
        }
        if self.macros.is_poisoned(token.symbol) {
            self.report_poisoned(token);
            return Some(token);
        }
        (names == Names::Keep || !self.enter(token)).then_some(token)
    }

    /// The next token as it stands, from the topmost context or the file.
    fn fetch(&mut self) -> Token {
        loop {
            if self.exhausted {
                return self.end_of_input();
            }
            let Some(context) = self.expander.contexts.last_mut() else {
                match self.fetch_from_file() {
                    Some(token) => return token,
                    None => continue,
                }
            };
            if context.next < context.end {
                let index = context.next;
                context.next += 1;
                return match &context.tokens {
                    Tokens::Body(expansion) => {
                        let mut token = self.macros.body_token(index).token;
                        token.span.ctx = *expansion;
                        token
                    }
                    Tokens::List(tokens) | Tokens::Argument(tokens) => tokens[index as usize],
                };
            }
            if let Tokens::Argument(tokens) = &context.tokens {
                let at = tokens.last().map_or(Span::BUILTIN, |token| token.span.end());
                return end_token(at);
            }
            self.pop_context();
        }
    }

    /// The next token of the current file. `None`: a directive was run that
    /// left tokens on the stack.
    fn fetch_from_file(&mut self) -> Option<Token> {
        loop {
            let mut token = self.lexer.next(&mut self.sources.symbols);
            match token.kind {
                TokenKind::Punct(Punct::Hash)
                    if token.flags.has(TokenFlags::LINE_START)
                        && !self.lexer.is_in_directive()
                        && self.expander.call != CallState::BeforeParen =>
                {
                    self.directive(token);
                    if !self.expander.contexts.is_empty() || self.exhausted {
                        return None;
                    }
                }
                TokenKind::Eof
                    if !self.lexer.is_in_directive()
                        && self.expander.call == CallState::Outside
                        && self.leave_file() => {}
                _ => {
                    let new_line = token.flags.has(TokenFlags::LINE_START);
                    if new_line && self.expander.call == CallState::InArguments {
                        token.flags = token.flags.with(TokenFlags::SPACE_BEFORE);
                    }
                    return Some(token);
                }
            }
        }
    }

    /// Puts the token fetched last back.
    fn unfetch(&mut self, token: Token) {
        match self.expander.contexts.last_mut() {
            _ if token.kind == TokenKind::Eof => {}
            Some(context) => context.next -= 1,
            None => self.lexer.unread(token),
        }
    }

    /// Starts the expansion of a macro's name. `false`: it is an ordinary name
    /// after all, because no `(` follows or the call is wrong.
    fn enter(&mut self, name: Token) -> bool {
        let entered = match self.macros.meaning(name.symbol) {
            Meaning::Name => false,
            Meaning::Builtin(builtin) => self.enter_builtin(builtin, name),
            Meaning::Defined(definition) if definition.is_function_like() => {
                self.enter_call(definition, name)
            }
            Meaning::Defined(definition) => {
                self.enter_object(definition, name);
                true
            }
        };
        if entered {
            self.expander.gap = Gap::in_place_of(name.flags);
        }
        entered
    }

    fn enter_object(&mut self, definition: Macro, name: Token) {
        let expansion = self.add_expansion(ExpansionKind::Body, name.symbol, definition, name.span);
        if definition.has_operators {
            let list = self.substitute(definition, expansion, None);
            self.push_list(list, Some(name.symbol));
            return;
        }
        let (start, end) = definition.body;
        self.spend(u64::from(end - start), name.span);
        self.push(Context {
            tokens: Tokens::Body(expansion),
            next: start,
            end,
            trailing: Gap::NONE,
            owner: Some(name.symbol),
        });
    }

    fn enter_call(&mut self, definition: Macro, name: Token) -> bool {
        if !self.next_is_paren() {
            return false;
        }
        let Some(call) = self.collect_arguments(definition, name) else { return false };
        let expansion = self.add_expansion(ExpansionKind::Body, name.symbol, definition, call.span);
        let list = self.substitute(definition, expansion, Some(&call));
        self.expander.recycle_call(call);
        self.push_list(list, Some(name.symbol));
        true
    }

    /// Passes a `(`; anything else stays, with the white space before it.
    pub(super) fn next_is_paren(&mut self) -> bool {
        let outer = std::mem::replace(&mut self.expander.call, CallState::BeforeParen);
        let token = self.fetch();
        self.expander.call = outer;
        if token.kind == TokenKind::Punct(Punct::LParen) {
            return true;
        }
        self.unfetch(token);
        false
    }

    /// Makes tokens the next ones to be read; `owner` is disabled meanwhile.
    pub(super) fn push_list(&mut self, list: TokenList, owner: Option<Symbol>) {
        self.push(Context {
            next: 0,
            end: list.tokens.len() as u32,
            tokens: Tokens::List(list.tokens),
            trailing: list.trailing,
            owner,
        });
    }

    /// The complete expansion of some tokens by themselves, as if they were
    /// all there is. `None`: they are nested too deeply.
    pub(super) fn expand_alone(&mut self, tokens: &[Token], at: Span) -> Option<TokenList> {
        if self.expander.argument_depth >= self.options.limits.argument_depth {
            self.give_up(nested_too_deeply(at, self.options.limits.argument_depth));
            return None;
        }
        self.expander.argument_depth += 1;
        let mut copy = self.expander.take_list();
        copy.extend_from_slice(tokens);
        self.spend(tokens.len() as u64, at);
        let outer_gap = std::mem::replace(&mut self.expander.gap, Gap::NONE);
        let outer_call = std::mem::replace(&mut self.expander.call, CallState::Outside);
        self.push(Context {
            next: 0,
            end: copy.len() as u32,
            tokens: Tokens::Argument(copy),
            trailing: Gap::NONE,
            owner: None,
        });
        let mut expanded = self.expander.take_list();
        loop {
            let token = self.next_token();
            if token.kind == TokenKind::Eof {
                break;
            }
            expanded.push(token);
        }
        if let Some(Context { tokens: Tokens::Argument(copy), .. }) = self.expander.contexts.pop() {
            self.expander.recycle(copy);
        }
        self.expander.call = outer_call;
        self.expander.argument_depth -= 1;
        self.spend(expanded.len() as u64, at);
        let trailing = std::mem::replace(&mut self.expander.gap, outer_gap);
        Some(TokenList { tokens: expanded, trailing })
    }

    /// Do tokens come from the file, with no expansion in between?
    pub(super) fn is_reading_file(&self) -> bool {
        self.expander.contexts.is_empty()
    }

    /// Forgets expansions that a directive's line left unfinished.
    pub(super) fn drop_contexts(&mut self) {
        while !self.expander.contexts.is_empty() {
            self.pop_context();
        }
        self.expander.gap = Gap::NONE;
    }

    /// Records an expansion.
    pub(super) fn add_expansion(
        &mut self,
        kind: ExpansionKind,
        macro_name: Symbol,
        definition: Macro,
        call: Span,
    ) -> ExpansionId {
        self.spend(WORK_PER_EXPANSION, call);
        self.sources.expansions.add(Expansion { kind, macro_name, body: definition.body_at, call })
    }

    /// Counts work; when there has been too much of it, everything ends.
    pub(super) fn spend(&mut self, work: u64, at: Span) {
        match self.expander.work_left.checked_sub(work) {
            Some(left) => self.expander.work_left = left,
            None => {
                if !self.exhausted {
                    self.give_up(expansion_too_large(at));
                }
            }
        }
    }

    fn push(&mut self, context: Context) {
        if let Some(owner) = context.owner {
            self.macros.disable(owner);
        }
        self.expander.contexts.push(context);
    }

    fn pop_context(&mut self) {
        let Some(context) = self.expander.contexts.pop() else { return };
        if let Some(owner) = context.owner {
            self.macros.enable(owner);
        }
        if let Tokens::List(tokens) | Tokens::Argument(tokens) = context.tokens {
            self.expander.recycle(tokens);
        }
        self.expander.gap = self.expander.gap.then(context.trailing).then(Gap::NEUTRAL);
    }

    fn end_of_input(&self) -> Token {
        let at = self.lexer.position();
        end_token(Span::in_file(at, at))
    }

    pub(super) fn report_poisoned(&mut self, name: Token) {
        let text = self.sources.text(name.symbol).into_owned();
        self.error(
            Diagnostic::new(&codes::POISONED_NAME, name.span, format!("`{text}` must not be used"))
                .label("poisoned by `#pragma GCC poison`"),
        );
    }
}

fn end_token(at: Span) -> Token {
    Token { kind: TokenKind::Eof, flags: TokenFlags::default(), symbol: Symbol(0), span: at }
}

fn expansion_too_large(at: Span) -> Diagnostic {
    Diagnostic::new(&codes::EXPANSION_TOO_LARGE, at, "macro expansion does not come to an end")
        .label("the limit is reached in this expansion")
        .note("each level of macros that use another one twice doubles the text")
}

fn nested_too_deeply(at: Span, limit: usize) -> Diagnostic {
    Diagnostic::new(
        &codes::NESTED_TOO_DEEPLY,
        at,
        format!("macro calls are nested more than {limit} deep in their arguments"),
    )
    .label("the innermost call that was looked at")
}
