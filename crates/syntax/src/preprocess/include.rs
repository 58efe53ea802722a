//! `#include`: finding headers, reading each as few times as possible.
//!
//! `"x.h"` is looked for beside the file that includes it, then in the quote
//! folders, then like `<x.h>`: in the `-I` folders and the system folders, in
//! order. `#include_next` goes on after the folder in which the current file
//! was found. A file is asked of the loader once; one that is wrapped in
//! `#ifndef X … #endif` is not even read again while `X` is defined.

use std::collections::HashMap;
use std::sync::Arc;

use diagnostics::{Diagnostic, codes};
use source::{FileId, FileKind, Span, Symbol};

use super::expand::Names;
use super::options::{IncludeDir, Loaded};
use super::{Options, Preprocessor};
use crate::lexer::Lexer;
use crate::token::{Punct, Token, TokenFlags, TokenKind};

/// What is known of a file while it is read.
pub(super) struct Frame {
    file: FileId,
    /// The name it was found by.
    pub name: String,
    /// The name `__FILE__` gives: `name`, unless a `#line` changed it.
    pub presumed_name: String,
    /// What `#line` adds to line numbers.
    pub line_offset: i64,
    /// No warnings are raised in it.
    pub is_system: bool,
    /// How many conditionals were open when it began.
    pub conditional_base: usize,
    /// The include guard, as far as it is one.
    pub guard: Option<Guard>,
    /// Where `#include_next` goes on, if the file was found on the search path.
    next_dir: Option<usize>,
    /// Its entry in the cache, for headers.
    entry: Option<usize>,
}

/// An `#ifndef X` as the first thing in a file.
#[derive(Clone, Copy)]
pub(super) struct Guard {
    pub name: Symbol,
    /// The conditional's index.
    pub conditional: usize,
    /// How many tokens had been read after its `#endif`.
    pub closed_at: Option<u32>,
}

/// All files ever looked for.
#[derive(Default)]
pub(super) struct FileCache {
    by_path: HashMap<String, Result<usize, NoHeader>>,
    by_identity: HashMap<(u64, u64), usize>,
    entries: Vec<Entry>,
}

/// Why there is no header to read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NoHeader {
    /// It is nowhere.
    Missing,
    /// It is there and cannot be read, which was reported.
    Unreadable,
}

struct Entry {
    bytes: Arc<[u8]>,
    /// Its id, once it was included.
    file: Option<FileId>,
    guard: Option<Symbol>,
    once: bool,
}

/// A header's name as written.
pub(super) struct Header {
    pub name: String,
    pub angled: bool,
    pub at: Span,
}

/// A header that was found.
pub(super) struct Found {
    entry: usize,
    path: String,
    kind: FileKind,
    next_dir: Option<usize>,
}

/// Which of the three directives it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum IncludeForm {
    Include,
    Next,
    Import,
}

/// What opening a file costs of the expansion budget, and each 16 bytes of it:
/// a pair of headers that include each other twice must come to an end.
const WORK_PER_FILE: u64 = 64;

impl Frame {
    /// The file that was asked for.
    pub fn of_input(file: FileId, name: &str) -> Frame {
        Frame {
            file,
            name: name.to_owned(),
            presumed_name: name.to_owned(),
            line_offset: 0,
            is_system: false,
            conditional_base: 0,
            guard: None,
            next_dir: None,
            entry: None,
        }
    }

    /// Definitions that stand in no file.
    pub fn of_definitions(file: FileId, name: &str, kind: FileKind) -> Frame {
        Frame { is_system: kind == FileKind::System, ..Frame::of_input(file, name) }
    }
}

impl Preprocessor<'_> {
    /// Reads the header's name and finds the file; what is to be entered.
    pub(super) fn include(&mut self, form: IncludeForm, directive: Token) -> Option<Found> {
        let Some(header) = self.header_name() else {
            self.error(missing_header_name(directive.span));
            return None;
        };
        self.expect_line_end("#include");
        if self.includers.len() + 1 >= self.options.limits.include_depth {
            self.give_up(include_too_deep(header.at, self.options.limits.include_depth));
            return None;
        }
        let found = match self.find_header(&header, form == IncludeForm::Next) {
            Ok(found) => found,
            Err(NoHeader::Missing) if self.options.without_headers => return None,
            Err(NoHeader::Missing) => {
                self.report_not_found(&header);
                return None;
            }
            Err(NoHeader::Unreadable) => return None,
        };
        let entry = &mut self.files.entries[found.entry];
        let already_read = entry.file.is_some();
        let is_guarded = entry.guard.is_some_and(|guard| self.macros.is_defined(guard));
        if is_guarded || (already_read && (entry.once || form == IncludeForm::Import)) {
            return None;
        }
        entry.once |= form == IncludeForm::Import;
        Some(found)
    }

    /// Starts reading a header; `at` is the `#include`.
    pub(super) fn enter_file(&mut self, found: Found, at: Span) {
        let entry = &mut self.files.entries[found.entry];
        let bytes = entry.bytes.clone();
        let add = || self.sources.map.add(found.path.clone(), bytes.clone(), found.kind, Some(at));
        let Some(file) = entry.file.or_else(add) else {
            self.give_up(sources_too_large(at));
            return;
        };
        entry.file = Some(file);
        self.spend(WORK_PER_FILE + bytes.len() as u64 / 16, at);
        let start = self.sources.map.file(file).start;
        let lexer = Lexer::new(bytes, start, self.options.rules());
        let frame = Frame {
            conditional_base: self.conditionals.len(),
            next_dir: found.next_dir,
            entry: Some(found.entry),
            ..Frame::of_definitions(file, &found.path, found.kind)
        };
        let lexer = std::mem::replace(&mut self.lexer, lexer);
        let frame = std::mem::replace(&mut self.frame, frame);
        self.includers.push((lexer, frame));
    }

    /// At the end of a file, goes back to the file that includes it. `false`:
    /// there is none.
    pub(super) fn leave_file(&mut self) -> bool {
        if let Some(comment) = self.lexer.unterminated_comment() {
            self.error(unterminated_comment(comment));
            self.conditionals.truncate(self.frame.conditional_base);
        }
        self.close_conditionals();
        let Some((lexer, frame)) = self.includers.pop() else { return false };
        let read = std::mem::replace(&mut self.lexer, lexer);
        let left = std::mem::replace(&mut self.frame, frame);
        let is_whole = |guard: &Guard| guard.closed_at.is_some_and(|count| count + 1 == read.count());
        if let (Some(entry), Some(guard)) = (left.entry, left.guard.filter(is_whole)) {
            self.files.entries[entry].guard = Some(guard.name);
        }
        true
    }

    /// `#pragma once`
    pub(super) fn mark_once(&mut self) {
        if let Some(entry) = self.frame.entry {
            self.files.entries[entry].once = true;
        }
    }

    /// `"name"`, `<name>`, or macros that make one of them.
    pub(super) fn header_name(&mut self) -> Option<Header> {
        if self.is_reading_file()
            && let Some((name, at)) = self.lexer.angled_header()
        {
            return Some(Header { name: String::from_utf8_lossy(&name).into_owned(), angled: true, at });
        }
        let first = self.read(Names::Expand);
        match first.kind {
            TokenKind::String => {
                let bytes = self.sources.symbols.bytes(first.symbol);
                let name = bytes.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
                let name = String::from_utf8_lossy(name).into_owned();
                (!name.is_empty()).then_some(Header { name, angled: false, at: first.span })
            }
            TokenKind::Punct(Punct::Lt) => self.angled_from_tokens(first),
            _ => None,
        }
    }

    /// `<` was made by a macro: the tokens up to `>` spell the name.
    fn angled_from_tokens(&mut self, open: Token) -> Option<Header> {
        let mut name = Vec::new();
        loop {
            let token = self.read(Names::Expand);
            match token.kind {
                TokenKind::Eof => return None,
                TokenKind::Punct(Punct::Gt) => break,
                _ => {}
            }
            if token.flags.has(TokenFlags::SPACE_BEFORE) && !name.is_empty() {
                name.push(b' ');
            }
            name.extend(self.spelling(token));
        }
        let name = String::from_utf8_lossy(&name).into_owned();
        (!name.is_empty()).then_some(Header { name, angled: true, at: open.span })
    }

    /// Searches for a header; `next` starts after the current file's folder.
    /// A file that is there and cannot be read ends the search, as with gcc.
    pub(super) fn find_header(&mut self, header: &Header, next: bool) -> Result<Found, NoHeader> {
        if header.name.starts_with('/') {
            let (path, kind) = (header.name.clone(), self.own_kind());
            let found = |entry| Found { entry, path, kind, next_dir: None };
            return self.look_up(&header.name, header.at).map(found);
        }
        let next_dir = self.frame.next_dir.filter(|_| next);
        let beside = !next || self.includers.is_empty();
        if beside && !header.angled {
            let path = format!("{}{}", folder_of(&self.frame.name), header.name);
            match self.look_up(&path, header.at) {
                // `#include_next` from there searches all the folders.
                Ok(entry) => return Ok(Found { entry, path, kind: self.own_kind(), next_dir: Some(0) }),
                Err(NoHeader::Unreadable) => return Err(NoHeader::Unreadable),
                Err(NoHeader::Missing) => {}
            }
        }
        let first = if header.angled { self.options.quote_dirs.len() } else { 0 };
        let options = self.options;
        for (index, dir) in search_path(options).enumerate().skip(next_dir.unwrap_or(first)) {
            let path = join(&dir.path, &header.name);
            match self.look_up(&path, header.at) {
                Ok(entry) => return Ok(Found { entry, path, kind: dir.kind, next_dir: Some(index + 1) }),
                Err(NoHeader::Unreadable) => return Err(NoHeader::Unreadable),
                Err(NoHeader::Missing) => {}
            }
        }
        Err(NoHeader::Missing)
    }

    /// The cache entry of a file, which the loader is asked for once.
    fn look_up(&mut self, path: &str, at: Span) -> Result<usize, NoHeader> {
        if let Some(&known) = self.files.by_path.get(path) {
            return known;
        }
        let answer = match self.loader.load(path) {
            Loaded::NotFound => Err(NoHeader::Missing),
            Loaded::Unreadable(reason) => {
                self.error(unreadable(path, &reason, at));
                Err(NoHeader::Unreadable)
            }
            Loaded::Found { bytes, identity } => Ok(self.files.add(bytes, identity)),
        };
        self.files.by_path.insert(path.to_owned(), answer);
        answer
    }

    /// Whose file the current one is; headers beside it are the same.
    fn own_kind(&self) -> FileKind {
        self.sources.map.file(self.frame.file).kind
    }

    fn report_not_found(&mut self, header: &Header) {
        let searched: Vec<String> = search_path(self.options).map(|dir| dir.path.clone()).collect();
        let mut diagnostic = not_found(header, &searched);
        let quoted = Header { name: header.name.clone(), angled: false, at: header.at };
        if header.angled && self.find_header(&quoted, false).is_ok() {
            diagnostic = diagnostic.help(format!("the file is beside this one: write `\"{}\"`", header.name));
        }
        self.error(diagnostic);
    }
}

impl FileCache {
    fn add(&mut self, bytes: Arc<[u8]>, identity: Option<(u64, u64)>) -> usize {
        if let Some(&entry) = identity.and_then(|identity| self.by_identity.get(&identity)) {
            return entry;
        }
        self.entries.push(Entry { bytes, file: None, guard: None, once: false });
        let entry = self.entries.len() - 1;
        if let Some(identity) = identity {
            self.by_identity.insert(identity, entry);
        }
        entry
    }
}

/// All folders in the order of search; `<…>` skips the quote folders.
fn search_path(options: &Options) -> impl Iterator<Item = &IncludeDir> {
    options.quote_dirs.iter().chain(&options.include_dirs).chain(&options.system_dirs)
}

/// `a/b/` of `a/b/c.h`, nothing of `c.h`.
fn folder_of(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..=slash])
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() || folder.ends_with('/') {
        format!("{folder}{name}")
    } else {
        format!("{folder}/{name}")
    }
}

/// Headers of C++ that CUDA programs include most.
const CPP_HEADERS: [&str; 11] = [
    "array",
    "chrono",
    "complex",
    "fstream",
    "map",
    "memory",
    "functional",
    "random",
    "sstream",
    "string",
    "thread",
];

/// Libraries that CUDA programs include most.
const LIBRARIES: [&str; 6] = ["thrust/", "cub/", "cublas", "cufft", "cusparse", "cusolver"];

fn not_found(header: &Header, searched: &[String]) -> Diagnostic {
    let list = if searched.is_empty() {
        "no folders are searched; `-I` adds one".to_owned()
    } else {
        format!("searched: {}", searched.join(", "))
    };
    let diagnostic =
        Diagnostic::new(&codes::INCLUDE_NOT_FOUND, header.at, format!("header `{}` not found", header.name))
            .note(list);
    let is_below = |prefix: &str| header.name.starts_with(prefix);
    match header.name.as_str() {
        "cooperative_groups.h" => {
            diagnostic.help("groups are not read: use `__syncthreads`, `__syncwarp` and the shuffles")
        }
        name if name.starts_with("curand") => {
            diagnostic.help("CUDA's random numbers are not read: write a small generator of your own")
        }
        _ if LIBRARIES.iter().any(|prefix| is_below(prefix)) => {
            diagnostic.help("this library is not read: write a kernel for what it does")
        }
        name if CPP_HEADERS.contains(&name) => {
            diagnostic.help("this is C++'s library, which is not read: use C's")
        }
        _ => diagnostic,
    }
}

fn unreadable(path: &str, reason: &str, at: Span) -> Diagnostic {
    Diagnostic::new(&codes::INCLUDE_UNREADABLE, at, format!("cannot read `{path}`: {reason}"))
}

fn missing_header_name(at: Span) -> Diagnostic {
    Diagnostic::new(&codes::MALFORMED_DIRECTIVE, at, "`#include` wants `\"file\"` or `<file>`")
}

fn include_too_deep(at: Span, limit: usize) -> Diagnostic {
    Diagnostic::new(&codes::INCLUDE_TOO_DEEP, at, format!("headers are nested {limit} deep"))
        .label("not followed any further")
        .help("a header that includes itself needs an include guard or `#pragma once`")
}

fn sources_too_large(at: Span) -> Diagnostic {
    let message = "all files together are larger than 4 GiB";
    Diagnostic::new(&codes::EXPANSION_TOO_LARGE, at, message)
}

fn unterminated_comment(at: Span) -> Diagnostic {
    Diagnostic::new(&codes::UNTERMINATED_COMMENT, at, "this comment is not closed")
        .label("everything after it is comment")
        .help("add `*/` where the comment ends")
}
