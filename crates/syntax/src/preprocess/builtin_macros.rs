//! Macros that no `#define` makes: `__FILE__`, `__LINE__`, `__COUNTER__` and
//! their kind, the `__has_…` queries, and the `_Pragma` operator.

use diagnostics::{Diagnostic, codes};
use source::{ExpansionId, ExpansionKind, Span, Symbol};

use super::Preprocessor;
use super::expand::{Names, TokenList};
use super::feature_tests;
use super::macro_table::{Macro, Meaning};
use super::spacing::Gap;
use crate::token::{Punct, Token, TokenFlags, TokenKind};
use crate::well_known;

/// A built-in macro.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Builtin {
    /// `__FILE__`
    File,
    /// `__LINE__`
    Line,
    /// `__COUNTER__`
    Counter,
    /// `__INCLUDE_LEVEL__`
    IncludeLevel,
    /// `__BASE_FILE__`
    BaseFile,
    /// `__DATE__`
    Date,
    /// `__TIME__`
    Time,
    /// `__TIMESTAMP__`
    Timestamp,
    /// `__has_include`
    HasInclude,
    /// `__has_include_next`
    HasIncludeNext,
    /// `__has_attribute`, and under its C++ name
    HasAttribute,
    /// `__has_c_attribute`
    HasCAttribute,
    /// `__has_builtin`
    HasFunction,
    /// `_Pragma`
    Pragma,
}

static BUILTINS: [(Symbol, Builtin); 15] = [
    (well_known::FILE, Builtin::File),
    (well_known::LINE_MACRO, Builtin::Line),
    (well_known::COUNTER, Builtin::Counter),
    (well_known::INCLUDE_LEVEL, Builtin::IncludeLevel),
    (well_known::BASE_FILE, Builtin::BaseFile),
    (well_known::DATE, Builtin::Date),
    (well_known::TIME, Builtin::Time),
    (well_known::TIMESTAMP, Builtin::Timestamp),
    (well_known::HAS_INCLUDE, Builtin::HasInclude),
    (well_known::HAS_INCLUDE_NEXT, Builtin::HasIncludeNext),
    (well_known::HAS_ATTRIBUTE, Builtin::HasAttribute),
    (well_known::HAS_CPP_ATTRIBUTE, Builtin::HasCAttribute),
    (well_known::HAS_C_ATTRIBUTE, Builtin::HasCAttribute),
    (well_known::HAS_BUILTIN, Builtin::HasFunction),
    (well_known::PRAGMA_OPERATOR, Builtin::Pragma),
];

impl Preprocessor<'_> {
    pub(super) fn define_builtins(&mut self) {
        for &(name, builtin) in &BUILTINS {
            self.macros.set(name, Meaning::Builtin(builtin));
        }
    }

    /// Replaces the name of a built-in macro. `false`: it stays.
    pub(super) fn enter_builtin(&mut self, builtin: Builtin, name: Token) -> bool {
        let (kind, text) = match builtin {
            Builtin::Pragma => return self.pragma_operator(name),
            Builtin::HasInclude | Builtin::HasIncludeNext => {
                let Some(found) = self.has_include(builtin, name) else { return false };
                (TokenKind::Number, u8::from(found).to_string())
            }
            Builtin::HasAttribute | Builtin::HasCAttribute | Builtin::HasFunction => {
                let Some(value) = self.has_feature(builtin, name) else { return false };
                (TokenKind::Number, value.to_string())
            }
            Builtin::Line => (TokenKind::Number, self.presumed_line(name.span).to_string()),
            Builtin::Counter => {
                let value = self.counter;
                self.counter += 1;
                (TokenKind::Number, value.to_string())
            }
            Builtin::IncludeLevel => (TokenKind::Number, self.includers.len().to_string()),
            Builtin::File => (TokenKind::String, quoted(&self.frame.presumed_name)),
            Builtin::BaseFile => {
                let base = self.includers.first().map_or(&self.frame, |(_, frame)| frame);
                (TokenKind::String, quoted(&base.name))
            }
            Builtin::Date => (TokenKind::String, quoted(&self.options.date)),
            Builtin::Time => (TokenKind::String, quoted(&self.options.time)),
            Builtin::Timestamp => (TokenKind::String, quoted(&self.options.timestamp)),
        };
        self.push_builtin(kind, text.as_bytes(), name);
        true
    }

    fn push_builtin(&mut self, kind: TokenKind, text: &[u8], name: Token) {
        let ctx = self.add_builtin_expansion(name);
        let symbol = self.sources.symbols.intern(text);
        let span = Span { ctx, ..name.span };
        let mut tokens = self.expander.take_list();
        tokens.push(Token { kind, flags: TokenFlags::default(), symbol, span });
        self.push_list(TokenList { tokens, trailing: Gap::NONE }, None);
    }

    fn add_builtin_expansion(&mut self, name: Token) -> ExpansionId {
        let nowhere = Macro {
            body: (0, 0),
            parameters: None,
            variadic: false,
            has_operators: false,
            name_at: Span::BUILTIN,
            body_at: Span::BUILTIN,
        };
        self.add_expansion(ExpansionKind::Body, name.symbol, nowhere, name.span)
    }

    /// The line number `#line` directives make of a place: that of the file's
    /// own text, or of the outermost call whose body the token stands in.
    fn presumed_line(&self, span: Span) -> i64 {
        let written = self.sources.expansions.written_at(span);
        let line = self.sources.map.written_line_column(written.lo).map_or(1, |(_, place)| place.line);
        i64::from(line) + self.frame.line_offset
    }

    /// `( name )` after `__has_attribute` and the like. The queries work
    /// outside conditions too, as with gcc.
    fn has_feature(&mut self, builtin: Builtin, name: Token) -> Option<u32> {
        if !self.next_is_paren() {
            self.report_query_form(name, "a name in parentheses");
            return None;
        }
        let mut feature = Vec::new();
        loop {
            let token = self.read(Names::Keep);
            match token.kind {
                TokenKind::Punct(Punct::RParen) => break,
                TokenKind::Ident | TokenKind::Punct(Punct::Colon) if feature.len() < 256 => {
                    feature.extend_from_slice(self.sources.symbols.bytes(token.symbol));
                }
                _ => {
                    self.report_query_form(name, "a name in parentheses");
                    return None;
                }
            }
        }
        let feature = String::from_utf8_lossy(&feature);
        Some(match builtin {
            Builtin::HasFunction => u32::from(feature_tests::is_builtin(&feature)),
            Builtin::HasCAttribute => feature_tests::c_attribute_version(&feature),
            _ => feature_tests::attribute_version(&feature),
        })
    }

    /// `( "name" )` or `( <name> )` after `__has_include`.
    fn has_include(&mut self, builtin: Builtin, name: Token) -> Option<bool> {
        let wanted = "`(\"file\")` or `(<file>)`";
        if !self.lexer.is_in_directive() {
            self.report_query_form(name, "to stand in an `#if`");
            return None;
        }
        if !self.next_is_paren() {
            self.report_query_form(name, wanted);
            return None;
        }
        let Some(header) = self.header_name() else {
            self.report_query_form(name, wanted);
            return None;
        };
        if self.read(Names::Keep).kind != TokenKind::Punct(Punct::RParen) {
            self.report_query_form(name, wanted);
            return None;
        }
        Some(self.find_header(&header, builtin == Builtin::HasIncludeNext).is_ok())
    }

    fn report_query_form(&mut self, name: Token, wanted: &str) {
        let text = self.sources.text(name.symbol).into_owned();
        let message = format!("`{text}` wants {wanted}");
        self.error(Diagnostic::new(&codes::MALFORMED_DIRECTIVE, name.span, message));
    }
}

/// A name as a string literal.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
