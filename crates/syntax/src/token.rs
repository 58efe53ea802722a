//! Preprocessing tokens: the alphabet of everything after the lexer.
//!
//! Identifiers, numbers and literals carry their spelling as a symbol; what a
//! number is worth is decided much later, by `resolve`. Keywords are
//! identifiers whose symbol is below [`crate::keyword::COUNT`]: the
//! preprocessor must be able to `#define` them.

use source::{Span, Symbol};

/// One token. Twenty bytes: they come by the million.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// White space before it, and marks of the preprocessor.
    pub flags: TokenFlags,
    /// Its spelling, for every kind.
    pub symbol: Symbol,
    /// Where it came from.
    pub span: Span,
}

/// The kinds of token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// Identifier or keyword.
    Ident,
    /// A preprocessing number: `12`, `0x1p-3f`, and also nonsense like `1.2.3`.
    Number,
    /// A character constant with its prefix and quotes.
    Char,
    /// A string literal with its prefix and quotes.
    String,
    /// An operator or separator.
    Punct(Punct),
    /// `#pragma hicuda`; its macro-expanded tokens follow, up to `PragmaEnd`.
    PragmaHicuda,
    /// `#pragma cudalite`; likewise.
    PragmaCudalite,
    /// Any other pragma, passed through; the symbol is the text after `#pragma`.
    Pragma,
    /// Ends the tokens of a `PragmaHicuda` or `PragmaCudalite`.
    PragmaEnd,
    /// A byte that begins no token, such as a stray `@`.
    Unknown,
    /// The end of the unit.
    Eof,
}

/// A few bits about a token.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TokenFlags(pub u8);

impl TokenFlags {
    /// First token on its line.
    pub const LINE_START: TokenFlags = TokenFlags(1);
    /// White space (or a comment) stands before it.
    pub const SPACE_BEFORE: TokenFlags = TokenFlags(2);
    /// An identifier that must not be expanded any more (it was found inside
    /// its own expansion).
    pub const NO_EXPAND: TokenFlags = TokenFlags(4);
    /// White space stands before it even when an expansion to nothing does
    /// not: see `preprocess::spacing`, the only reader.
    pub(crate) const SPACE_AFTER_TIGHT: TokenFlags = TokenFlags(8);
    /// The token is to be glued to the next one by `##`; only inside the
    /// preprocessor.
    pub(crate) const PASTE_LEFT: TokenFlags = TokenFlags(16);

    /// Are all these bits set?
    pub fn has(self, bits: TokenFlags) -> bool {
        self.0 & bits.0 == bits.0
    }

    /// With these bits set too.
    pub fn with(self, bits: TokenFlags) -> TokenFlags {
        TokenFlags(self.0 | bits.0)
    }

    /// With these bits cleared.
    pub fn without(self, bits: TokenFlags) -> TokenFlags {
        TokenFlags(self.0 & !bits.0)
    }
}

/// Operators and separators. Digraphs are the token they stand for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Punct {
    LParen,
    RParen,
    LBracket,
    RBracket,
    LBrace,
    RBrace,
    Dot,
    Ellipsis,
    Arrow,
    PlusPlus,
    MinusMinus,
    Amp,
    AmpAmp,
    Pipe,
    PipePipe,
    Caret,
    Tilde,
    Bang,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    EqEq,
    Ne,
    Eq,
    PlusEq,
    MinusEq,
    StarEq,
    SlashEq,
    PercentEq,
    AmpEq,
    PipeEq,
    CaretEq,
    ShlEq,
    ShrEq,
    Question,
    Colon,
    Semi,
    Comma,
    Hash,
    HashHash,
    /// `<<<`, only in CUDA files.
    LaunchOpen,
    /// `>>>`, only in CUDA files.
    LaunchClose,
}

impl Punct {
    /// All of them, in the order of their symbols.
    pub const ALL: [Punct; 50] = [
        Punct::LParen,
        Punct::RParen,
        Punct::LBracket,
        Punct::RBracket,
        Punct::LBrace,
        Punct::RBrace,
        Punct::Dot,
        Punct::Ellipsis,
        Punct::Arrow,
        Punct::PlusPlus,
        Punct::MinusMinus,
        Punct::Amp,
        Punct::AmpAmp,
        Punct::Pipe,
        Punct::PipePipe,
        Punct::Caret,
        Punct::Tilde,
        Punct::Bang,
        Punct::Plus,
        Punct::Minus,
        Punct::Star,
        Punct::Slash,
        Punct::Percent,
        Punct::Shl,
        Punct::Shr,
        Punct::Lt,
        Punct::Gt,
        Punct::Le,
        Punct::Ge,
        Punct::EqEq,
        Punct::Ne,
        Punct::Eq,
        Punct::PlusEq,
        Punct::MinusEq,
        Punct::StarEq,
        Punct::SlashEq,
        Punct::PercentEq,
        Punct::AmpEq,
        Punct::PipeEq,
        Punct::CaretEq,
        Punct::ShlEq,
        Punct::ShrEq,
        Punct::Question,
        Punct::Colon,
        Punct::Semi,
        Punct::Comma,
        Punct::Hash,
        Punct::HashHash,
        Punct::LaunchOpen,
        Punct::LaunchClose,
    ];

    /// The symbol of the usual spelling.
    pub fn symbol(self) -> Symbol {
        crate::well_known::punct(self)
    }

    /// The usual spelling.
    pub fn text(self) -> &'static str {
        match self {
            Punct::LParen => "(",
            Punct::RParen => ")",
            Punct::LBracket => "[",
            Punct::RBracket => "]",
            Punct::LBrace => "{",
            Punct::RBrace => "}",
            Punct::Dot => ".",
            Punct::Ellipsis => "...",
            Punct::Arrow => "->",
            Punct::PlusPlus => "++",
            Punct::MinusMinus => "--",
            Punct::Amp => "&",
            Punct::AmpAmp => "&&",
            Punct::Pipe => "|",
            Punct::PipePipe => "||",
            Punct::Caret => "^",
            Punct::Tilde => "~",
            Punct::Bang => "!",
            Punct::Plus => "+",
            Punct::Minus => "-",
            Punct::Star => "*",
            Punct::Slash => "/",
            Punct::Percent => "%",
            Punct::Shl => "<<",
            Punct::Shr => ">>",
            Punct::Lt => "<",
            Punct::Gt => ">",
            Punct::Le => "<=",
            Punct::Ge => ">=",
            Punct::EqEq => "==",
            Punct::Ne => "!=",
            Punct::Eq => "=",
            Punct::PlusEq => "+=",
            Punct::MinusEq => "-=",
            Punct::StarEq => "*=",
            Punct::SlashEq => "/=",
            Punct::PercentEq => "%=",
            Punct::AmpEq => "&=",
            Punct::PipeEq => "|=",
            Punct::CaretEq => "^=",
            Punct::ShlEq => "<<=",
            Punct::ShrEq => ">>=",
            Punct::Question => "?",
            Punct::Colon => ":",
            Punct::Semi => ";",
            Punct::Comma => ",",
            Punct::Hash => "#",
            Punct::HashHash => "##",
            Punct::LaunchOpen => "<<<",
            Punct::LaunchClose => ">>>",
        }
    }
}
