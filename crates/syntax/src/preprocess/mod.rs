//! The C preprocessor: a file's bytes to the tokens a parser sees.
//!
//! ```c
//! #define N 512                          // no tokens
//! #pragma hicuda kernel add tblock(N/16) // PragmaHicuda kernel add tblock ( 512 / 16 ) PragmaEnd
//! float a[N];                            // float a [ 512 ] ;
//! ```
//! The result is token for token that of `gcc -E -P`; a test compares the two.
//! Every token knows its bytes in a file and, through the expansion table, the
//! macro calls it came out of.
//!
//! Read in this order: [`options`]; `macro_table` and `define`; `expand`,
//! `arguments`, `substitute`, `paste_stringize`, `spacing` and
//! `builtin_macros` (what happens to a name); `directives`, `conditional`,
//! `if_expression`, `include` and `pragma` (what happens to a `#` line).
//!
//! Invariants: nothing here recurses deeper than `Limits::argument_depth`,
//! does more than `Limits::expansion_work`, or yields more than
//! `Limits::tokens`; and each mistake in the text is reported once.

mod arguments;
mod builtin_macros;
mod conditional;
mod define;
mod directives;
mod expand;
mod feature_tests;
mod if_expression;
mod include;
mod integer;
mod macro_table;
pub mod options;
mod paste_stringize;
mod pragma;
mod spacing;
mod substitute;

use std::collections::HashMap;
use std::sync::Arc;

use diagnostics::{Diagnostic, Severity, Sink, codes};
use source::{FileId, FileKind, Pos, Sources, Span, Symbol};

use self::conditional::Conditional;
use self::define::ParameterIndex;
use self::expand::Expander;
use self::include::{FileCache, Frame};
use self::macro_table::{BodyToken, MacroTable, Meaning};
pub use self::options::{Answer, FileLoader, IncludeDir, Limits, Loaded, Options};
use crate::lexer::Lexer;
use crate::token::{Token, TokenKind};

/// The name of the text that stands for what the command line defines and includes.
pub const COMMAND_LINE: &str = "<command-line>";

/// Preprocesses a file that is already in `sources`, which must come from
/// [`crate::new_sources`]. The last token is an `Eof`.
pub fn preprocess(
    file: FileId,
    options: &Options,
    loader: &mut dyn FileLoader,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Vec<Token> {
    let mut preprocessor = Preprocessor::new(file, options, loader, sources, sink);
    preprocessor.read_definitions("<built-in>", &options.predefined, FileKind::System);
    let forced = preprocessor.read_definitions(COMMAND_LINE, &options.command_line, FileKind::User);
    preprocessor.run(forced)
}

/// The state of one run.
struct Preprocessor<'a> {
    options: &'a Options,
    loader: &'a mut dyn FileLoader,
    sources: &'a mut Sources,
    sink: &'a mut Sink,
    /// Reads the current file…
    lexer: Lexer,
    /// …and this is what else is known of it.
    frame: Frame,
    /// The files that include it, outermost first.
    includers: Vec<(Lexer, Frame)>,
    /// The `#if`s that are open, in all files.
    conditionals: Vec<Conditional>,
    macros: MacroTable,
    /// Meanings saved by `#pragma push_macro`.
    pushed_macros: HashMap<Symbol, Vec<Meaning>>,
    expander: Expander,
    files: FileCache,
    /// Memory for the replacement list being read, and its parameters by name.
    definition_buffer: Vec<BodyToken>,
    parameter_index: ParameterIndex,
    /// The next value of `__COUNTER__`.
    counter: u64,
    /// Errors about bytes that make no token, of which only a few are shown.
    stray_errors: usize,
    /// A limit was exceeded, and said so: nothing more comes out.
    exhausted: bool,
}

/// How many stray bytes are reported: a binary file is full of them.
const STRAY_ERRORS_SHOWN: usize = 10;

impl<'a> Preprocessor<'a> {
    fn new(
        file: FileId,
        options: &'a Options,
        loader: &'a mut dyn FileLoader,
        sources: &'a mut Sources,
        sink: &'a mut Sink,
    ) -> Self {
        let loaded = sources.map.file(file);
        let lexer = Lexer::new(loaded.bytes.clone(), loaded.start, options.rules());
        let is_wide = report_wide_encoding(&loaded.bytes, loaded.start, sink);
        let frame = Frame::of_input(file, &loaded.name);
        let mut preprocessor = Preprocessor {
            options,
            loader,
            sources,
            sink,
            lexer,
            frame,
            includers: Vec::new(),
            conditionals: Vec::new(),
            macros: MacroTable::default(),
            pushed_macros: HashMap::new(),
            expander: Expander::new(options.limits.expansion_work),
            files: FileCache::default(),
            definition_buffer: Vec::new(),
            parameter_index: ParameterIndex::default(),
            counter: 0,
            stray_errors: if is_wide { STRAY_ERRORS_SHOWN } else { 0 },
            exhausted: false,
        };
        preprocessor.define_builtins();
        preprocessor
    }

    /// Runs `#define` lines that stand in no file of the user's.
    /// The tokens are those of files that the lines include.
    fn read_definitions(&mut self, name: &str, text: &[u8], kind: FileKind) -> Vec<Token> {
        if text.is_empty() {
            return Vec::new();
        }
        let Some(file) = self.sources.map.add(name.to_owned(), Arc::from(text), kind, None) else {
            return Vec::new();
        };
        let loaded = self.sources.map.file(file);
        let lexer = Lexer::new(loaded.bytes.clone(), loaded.start, self.options.rules());
        let outer_lexer = std::mem::replace(&mut self.lexer, lexer);
        let outer_frame = std::mem::replace(&mut self.frame, Frame::of_definitions(file, name, kind));
        let mut tokens = Vec::new();
        self.collect(&mut tokens);
        tokens.pop();
        self.lexer = outer_lexer;
        self.frame = outer_frame;
        tokens
    }

    /// The tokens of the input, after those of files included beforehand.
    fn run(mut self, forced: Vec<Token>) -> Vec<Token> {
        let mut output = forced;
        output.reserve(self.lexer.remaining() / 4 + 64);
        self.collect(&mut output);
        output
    }

    /// Appends tokens up to the end of the current file, which is an `Eof`.
    fn collect(&mut self, output: &mut Vec<Token>) {
        loop {
            let token = self.next_token();
            if token.kind == TokenKind::Unknown {
                self.report_unknown(token);
            }
            output.push(token);
            if token.kind == TokenKind::Eof {
                return;
            }
            if output.len() == self.options.limits.tokens {
                self.give_up(too_many_tokens(token.span, output.len()));
            }
        }
    }

    /// Reports an error.
    fn error(&mut self, diagnostic: Diagnostic) {
        if !self.exhausted {
            self.sink.push(diagnostic);
        }
    }

    /// Reports a warning, unless the text is not the user's.
    fn warn(&mut self, diagnostic: Diagnostic) {
        debug_assert_eq!(diagnostic.severity(), Severity::Warning);
        if !self.frame.is_system && !self.exhausted {
            self.sink.push(diagnostic);
        }
    }

    /// Reports that a limit is exceeded, and ends the output.
    fn give_up(&mut self, diagnostic: Diagnostic) {
        self.error(diagnostic);
        self.exhausted = true;
    }

    /// Reports a byte or an open literal that reached the output.
    fn report_unknown(&mut self, token: Token) {
        self.stray_errors += 1;
        if self.stray_errors > STRAY_ERRORS_SHOWN {
            return;
        }
        let bytes = self.sources.symbols.bytes(token.symbol);
        let mut diagnostic = match bytes {
            [b'"', ..] | [_, b'"', ..] => unterminated_literal(token.span, '"'),
            [b'\'', ..] | [_, b'\'', ..] => unterminated_literal(token.span, '\''),
            _ => stray_byte(token.span, bytes),
        };
        if self.stray_errors == STRAY_ERRORS_SHOWN {
            diagnostic = diagnostic.note("further mistakes of this kind are not shown; is this a C file?");
        }
        self.error(diagnostic);
    }
}

/// Text in two-byte units would be reported as one stray byte after another.
fn report_wide_encoding(bytes: &[u8], start: Pos, sink: &mut Sink) -> bool {
    let is_wide = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    if is_wide {
        let at = Span::in_file(start, start + 2);
        let message = "this file is in UTF-16, and C source must be in UTF-8";
        let diagnostic = Diagnostic::new(&codes::STRAY_BYTE, at, message);
        sink.push(diagnostic.help("convert it: `iconv -f utf-16 -t utf-8`"));
    }
    is_wide
}

fn stray_byte(at: Span, bytes: &[u8]) -> Diagnostic {
    let shown = match bytes {
        [byte] if byte.is_ascii_graphic() => format!("`{}`", *byte as char),
        [byte] => format!("byte 0x{byte:02x}"),
        _ => "text".to_owned(),
    };
    Diagnostic::new(&codes::STRAY_BYTE, at, format!("stray {shown} in the program"))
        .label("starts no token of C")
}

fn unterminated_literal(at: Span, quote: char) -> Diagnostic {
    Diagnostic::new(&codes::UNTERMINATED_LITERAL, at, format!("missing closing `{quote}`"))
        .label("opened here, and not closed on this line")
        .help(format!("add `{quote}` where the text ends; a backslash continues it on the next line"))
}

fn too_many_tokens(at: Span, count: usize) -> Diagnostic {
    Diagnostic::new(
        &codes::EXPANSION_TOO_LARGE,
        at,
        format!("the program has more than {count} tokens after preprocessing"),
    )
    .label("the limit is reached here")
    .help("split the file, or look for a macro or an `#include` that multiplies its text")
}
