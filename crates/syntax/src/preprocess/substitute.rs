//! Putting arguments in the place of parameters.
//!
//! ```c
//! #define both(x) #x x x ## 1      // both(N) with N = 512: "N" 512 N1
//! ```
//! A parameter is replaced by its fully expanded argument; next to `##` by the
//! argument as written; after `#` by its spelling. The list that comes out may
//! have `PASTE_LEFT` tokens, which `paste_stringize` joins at the end.

use source::{ExpansionId, ExpansionKind, Symbol};

use super::Preprocessor;
use super::arguments::Call;
use super::expand::TokenList;
use super::macro_table::{BodyToken, Macro, Role};
use super::spacing::Gap;
use crate::token::{Punct, Token, TokenFlags, TokenKind};

/// The list under construction.
struct Substitution<'c> {
    definition: Macro,
    /// The record that tokens of the replacement list carry.
    body: ExpansionId,
    call: Option<&'c Call>,
    output: Vec<Token>,
    /// Padding since the last token of `output`.
    gap: Gap,
    /// Each argument's expansion, once it was needed; empty while none was.
    expanded: Vec<Option<TokenList>>,
    /// The record for argument tokens that had the context on the left.
    argument_record: Option<(ExpansionId, ExpansionId)>,
    /// The `__VA_OPT__` being copied.
    va_opt: Option<VaOpt>,
    /// Some token of `output` is to be pasted.
    pastes: bool,
    /// What came last is an operand of `##` that turned out to be empty: a
    /// `##` after it has nothing to join on its left.
    ends_empty: bool,
}

/// An open `__VA_OPT__( … )`.
#[derive(Clone, Copy)]
struct VaOpt {
    /// Length and gap of the output where it began.
    start: usize,
    gap: Gap,
    /// The body index of its `)`.
    close: usize,
    stringized: bool,
}

impl Preprocessor<'_> {
    /// The replacement list of a macro with its arguments filled in.
    pub(super) fn substitute(
        &mut self,
        definition: Macro,
        body: ExpansionId,
        call: Option<&Call>,
    ) -> TokenList {
        let mut work = Substitution {
            definition,
            body,
            call,
            output: self.expander.take_list(),
            gap: Gap::NONE,
            expanded: Vec::new(),
            argument_record: None,
            va_opt: None,
            pastes: false,
            ends_empty: false,
        };
        if definition.variadic {
            self.expand_beforehand(&mut work);
        }
        let (start, end) = definition.body;
        let length = (end - start) as usize;
        let mut index = 0;
        let mut after_paste = false;
        while index < length && !self.exhausted {
            let item = self.macros.body_token(start + index as u32);
            let place = Place { index, after_paste };
            index = self.substitute_one(&mut work, item, place);
            after_paste = index > 0
                && self.macros.body_token(start + index as u32 - 1).token.flags.has(TokenFlags::PASTE_LEFT);
        }
        for list in work.expanded.into_iter().flatten() {
            self.expander.recycle(list.tokens);
        }
        self.spend(work.output.len() as u64, definition.name_at);
        if work.pastes {
            self.paste_all(&mut work.output, definition, body);
        }
        TokenList { tokens: work.output, trailing: work.gap }
    }

    /// Copies or replaces one token of the list; the index of the next one.
    fn substitute_one(&mut self, work: &mut Substitution, item: BodyToken, place: Place) -> usize {
        if work.va_opt.is_some_and(|open| open.close == place.index) {
            self.close_va_opt(work, item);
            return place.index + 1;
        }
        match item.role {
            Role::Text => work.push_text(item.token),
            Role::Parameter(parameter) => self.put_argument(work, item, parameter as usize, place),
            Role::Stringized(parameter) => {
                let string = self.stringize(work.written(parameter as usize), item.token.span);
                work.push_text(Token { flags: item.token.flags, ..string });
            }
            Role::VaOpt { close, stringized } => {
                return self.open_va_opt(work, item, place, close as usize, stringized);
            }
        }
        place.index + 1
    }

    fn put_argument(&mut self, work: &mut Substitution, item: BodyToken, parameter: usize, place: Place) {
        let pastes_right = item.token.flags.has(TokenFlags::PASTE_LEFT);
        let at_va_opt_start = work.is_at_va_opt_start();
        if place.after_paste && !pastes_right {
            work.settle_left_operand(parameter);
        }
        if place.index > 0 && !place.after_paste && !at_va_opt_start {
            work.gap = work.gap.then(Gap::in_place_of(item.token.flags));
        }
        let before = work.output.len();
        let ended_empty = work.ends_empty;
        if place.after_paste || pastes_right || self.is_still(work.written(parameter)) {
            self.put_written(work, parameter);
        } else {
            self.put_expanded(work, parameter);
        }
        if work.output.len() == before {
            work.ends_empty = ended_empty || (pastes_right && !place.after_paste);
        }
        if pastes_right {
            if let Some(last) = work.output[before..].last_mut() {
                last.flags = last.flags.with(TokenFlags::PASTE_LEFT);
                work.pastes = true;
            }
        } else if !work.is_at_va_opt_start() {
            work.gap = work.gap.then(Gap::NEUTRAL);
        }
    }

    fn put_written(&mut self, work: &mut Substitution, parameter: usize) {
        let Some(call) = work.call else { return };
        let (start, end) = work.argument_range(parameter);
        for &token in &call.tokens[start..end] {
            self.push_argument_token(work, token);
        }
    }

    fn put_expanded(&mut self, work: &mut Substitution, parameter: usize) {
        self.ensure_expanded(work, parameter);
        let Some(list) = work.expanded.get_mut(parameter).and_then(Option::take) else { return };
        for &token in &list.tokens {
            self.push_argument_token(work, token);
        }
        work.gap = work.gap.then(list.trailing);
        work.expanded[parameter] = Some(list);
    }

    /// Most arguments hold no macro at all, and are their own expansion.
    fn is_still(&self, tokens: &[Token]) -> bool {
        let is_plain = |token: &Token| token.kind != TokenKind::Ident || self.macros.is_plain(token.symbol);
        tokens.iter().all(is_plain)
    }

    /// With `__VA_OPT__`, gcc expands the arguments that it then leaves out
    /// too, which `__COUNTER__` and mistakes in them can tell.
    fn expand_beforehand(&mut self, work: &mut Substitution) {
        let (start, end) = work.definition.body;
        let is_va_opt = |item: &BodyToken| matches!(item.role, Role::VaOpt { .. });
        if !self.macros.body((start, end)).iter().any(is_va_opt) {
            return;
        }
        let mut after_paste = false;
        for index in start..end {
            let item = self.macros.body_token(index);
            let before_paste = item.token.flags.has(TokenFlags::PASTE_LEFT);
            if let (Role::Parameter(parameter), false) = (item.role, after_paste || before_paste) {
                self.ensure_expanded(work, parameter as usize);
            }
            after_paste = before_paste;
        }
    }

    /// Expands an argument, unless that was done already.
    fn ensure_expanded(&mut self, work: &mut Substitution, parameter: usize) {
        let Some(call) = work.call else { return };
        if work.expanded.is_empty() {
            work.expanded.resize_with(call.arguments.len(), || None);
        }
        if work.expanded[parameter].is_none() {
            let (start, end) = work.argument_range(parameter);
            work.expanded[parameter] = self.expand_alone(&call.tokens[start..end], call.span);
        }
    }

    fn push_argument_token(&mut self, work: &mut Substitution, mut token: Token) {
        let inner = token.span.ctx;
        let record = match work.argument_record {
            Some((of, record)) if of == inner => record,
            _ => {
                let kind = ExpansionKind::Argument { inner };
                let name = self.expansion_name(work.body);
                let call = work.call.map_or(token.span, |call| call.span);
                let record = self.add_expansion(kind, name, work.definition, call);
                work.argument_record = Some((inner, record));
                record
            }
        };
        token.span.ctx = record;
        work.push(token);
    }

    fn expansion_name(&self, id: ExpansionId) -> Symbol {
        self.sources.expansions.get(id).map_or(Symbol(0), |expansion| expansion.macro_name)
    }

    /// Starts copying, or passes over, what `__VA_OPT__` encloses.
    fn open_va_opt(
        &mut self,
        work: &mut Substitution,
        item: BodyToken,
        place: Place,
        close: usize,
        stringized: bool,
    ) -> usize {
        if place.index > 0 && !place.after_paste {
            work.gap = work.gap.then(Gap::in_place_of(item.token.flags));
        }
        let variable = work.definition.parameter_count().saturating_sub(1);
        self.ensure_expanded(work, variable);
        let expanded = work.expanded.get(variable).and_then(Option::as_ref);
        let has_arguments = expanded.is_some_and(|list| !list.tokens.is_empty());
        work.va_opt = Some(VaOpt { start: work.output.len(), gap: work.gap, close, stringized });
        if has_arguments { place.index + 2 } else { close }
    }

    fn close_va_opt(&mut self, work: &mut Substitution, close: BodyToken) {
        let Some(open) = work.va_opt.take() else { return };
        let is_empty = work.output.len() == open.start;
        let pastes_right = close.token.flags.has(TokenFlags::PASTE_LEFT);
        // An expansion to nothing at the end stands between, as with gcc.
        let ends_empty = work.ends_empty || (work.gap != Gap::NONE && work.gap != Gap::NEUTRAL);
        work.gap = if is_empty { open.gap } else { Gap::NONE };
        if open.stringized {
            let mut inner = work.output.split_off(open.start);
            self.paste_all(&mut inner, work.definition, work.body);
            let string = self.stringize(&inner, close.token.span);
            work.gap = open.gap;
            work.push_text(Token { flags: close.token.flags.without(TokenFlags::SPACE_BEFORE), ..string });
            return;
        }
        if is_empty && open.start > 0 {
            // Nothing came: what stood before has nothing to be glued to,
            // except what `##` puts after.
            let last = &mut work.output[open.start - 1];
            if last.flags.has(TokenFlags::PASTE_LEFT) && !pastes_right {
                last.flags = last.flags.without(TokenFlags::PASTE_LEFT);
            }
        }
        if !pastes_right {
            work.gap = work.gap.then(Gap::NEUTRAL);
        } else if let Some(last) = work.output[open.start..].last_mut().filter(|_| !ends_empty) {
            last.flags = last.flags.with(TokenFlags::PASTE_LEFT);
            work.pastes = true;
        }
    }
}

/// Where in the replacement list substitution is.
#[derive(Clone, Copy)]
struct Place {
    index: usize,
    /// `##` stands before this token.
    after_paste: bool,
}

impl Substitution<'_> {
    /// A parameter's argument as it was written.
    fn written(&self, parameter: usize) -> &[Token] {
        let (start, end) = self.argument_range(parameter);
        self.call.map_or(&[], |call| &call.tokens[start..end])
    }

    fn argument_range(&self, parameter: usize) -> (usize, usize) {
        let range = self.call.and_then(|call| call.arguments.get(parameter)).copied();
        range.map_or((0, 0), |(start, end)| (start as usize, end as usize))
    }

    fn push_text(&mut self, mut token: Token) {
        token.span.ctx = self.body;
        self.pastes |= token.flags.has(TokenFlags::PASTE_LEFT);
        self.push(token);
    }

    fn push(&mut self, mut token: Token) {
        token.flags = self.gap.before(token.flags);
        self.gap = Gap::NONE;
        self.ends_empty = false;
        self.output.push(token);
    }

    fn is_at_va_opt_start(&self) -> bool {
        self.va_opt.is_some_and(|open| open.start == self.output.len() && open.gap == self.gap)
    }

    /// Before an argument on the right of `##`: with no argument there is
    /// nothing to glue, and GNU gives a comma before variable arguments a
    /// meaning of its own.
    fn settle_left_operand(&mut self, parameter: usize) {
        let is_variable = self.definition.variadic && parameter + 1 == self.definition.parameter_count();
        let is_empty = self.written(parameter).is_empty();
        let at_va_opt_start = self.is_at_va_opt_start();
        if self.gap != Gap::NONE {
            return;
        }
        let Some(last) = self.output.last_mut() else { return };
        if last.kind == TokenKind::Punct(Punct::Comma) && is_variable {
            if self.call.is_some_and(|call| call.variable_missing) {
                self.output.pop();
            } else {
                last.flags = last.flags.without(TokenFlags::PASTE_LEFT);
            }
        } else if is_empty && !at_va_opt_start {
            last.flags = last.flags.without(TokenFlags::PASTE_LEFT);
        }
    }
}
