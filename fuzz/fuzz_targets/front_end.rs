//! The whole front end over a text that includes nothing.

use source::FileKind;
use syntax::preprocess::{FileLoader, Limits, Loaded, Options, preprocess};

struct Nothing;

impl FileLoader for Nothing {
    fn load(&mut self, _path: &str) -> Loaded {
        Loaded::NotFound
    }
}

/// Preprocesses, parses and resolves.
pub fn run(text: &[u8], cuda: bool) {
    let mut sources = syntax::new_sources();
    let Some(file) = sources.map.add("fuzz.c".into(), text.into(), FileKind::User, None) else { return };
    let dialect = if cuda { syntax::Dialect::Cuda } else { syntax::Dialect::C };
    let limits = Limits { tokens: 100_000, expansion_work: 400_000, include_depth: 8, ..Limits::default() };
    let options = Options { limits, dialect, ..Options::default() };
    let mut sink = diagnostics::Sink::default();
    let tokens = preprocess(file, &options, &mut Nothing, &mut sources, &mut sink);
    let unit = syntax::parse::parse(&tokens, dialect, &mut sources, &mut sink);
    let mut program = hir::Program::default();
    let options = resolve::Options { cuda, ..resolve::Options::default() };
    resolve::resolve(&unit, &options, &mut program, &mut sources, &mut sink);
}
