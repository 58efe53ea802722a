//! What the unit tests share: C text in, the resolved program out.

use std::sync::Arc;

use diagnostics::Sink;
use hir::{Init, Type};
use source::{FileKind, Sources, Span};
use syntax::Dialect;
use syntax::preprocess::{FileLoader, Loaded};

use crate::type_text::type_text;

/// A resolved snippet.
pub(crate) struct Snippet {
    pub(crate) program: hir::Program,
    pub(crate) sources: Sources,
    pub(crate) sink: Sink,
}

struct NoFiles;

impl FileLoader for NoFiles {
    fn load(&mut self, _: &str) -> Loaded {
        Loaded::NotFound
    }
}

/// Resolves text as a file of its own.
pub(crate) fn resolve_as(dialect: Dialect, text: &str) -> Snippet {
    let mut sources = syntax::new_sources();
    let bytes: Arc<[u8]> = text.as_bytes().into();
    let file = sources.map.add("snippet.c".into(), bytes, FileKind::User, None).unwrap();
    let options = syntax::preprocess::Options { dialect, ..Default::default() };
    let mut sink = Sink::default();
    let tokens = syntax::preprocess(file, &options, &mut NoFiles, &mut sources, &mut sink);
    let unit = syntax::parse(&tokens, dialect, &mut sources, &mut sink);
    let mut program = hir::Program::default();
    let options = crate::Options { cuda: dialect == Dialect::Cuda, ..Default::default() };
    crate::resolve(&unit, &options, &mut program, &mut sources, &mut sink);
    Snippet { program, sources, sink }
}

/// Resolves C text that must be free of mistakes.
pub(crate) fn resolve_c(text: &str) -> Snippet {
    let snippet = resolve_as(Dialect::C, text);
    assert_eq!(snippet.messages(), [""; 0], "in {text}");
    snippet
}

impl Snippet {
    /// Each message as `line:column code text`.
    pub(crate) fn messages(&self) -> Vec<String> {
        let at = |span: Span| match self.sources.map.line_column(self.sources.expansions.written_at(span).lo)
        {
            Some((_, place)) => format!("{}:{}", place.line, place.column),
            None => "-".into(),
        };
        let diagnostics = self.sink.diagnostics().iter();
        diagnostics.map(|d| format!("{} {} {}", at(d.primary.span), d.code.id, d.message)).collect()
    }

    /// The type of the last variable of this name.
    pub(crate) fn type_of(&self, name: &str) -> String {
        let var = self.var(name);
        self.text(var.ty)
    }

    pub(crate) fn var(&self, name: &str) -> &hir::Var {
        let symbol = self.sources.symbols.lookup(name.as_bytes());
        let found = self.program.vars.iter().rev().find(|(_, var)| var.name == symbol);
        found.unwrap_or_else(|| panic!("no variable {name}")).1
    }

    pub(crate) fn text(&self, ty: Type) -> String {
        type_text(&self.program, &self.sources, ty)
    }

    /// The initialiser of a variable: `{0: {0: 1, 1: 2}, 3..5: 7}`; values as
    /// written, without conversions.
    pub(crate) fn init_of(&self, name: &str) -> String {
        let init = self.var(name).init.as_ref();
        init.map(|init| self.init(init)).unwrap_or_default()
    }

    fn init(&self, init: &Init) -> String {
        match init {
            Init::Expr(value) => {
                let text = self.sources.map.text(self.program.exprs[*value].span);
                String::from_utf8_lossy(text).into_owned()
            }
            Init::List { entries, .. } => {
                let entry = |e: &hir::InitEntry| {
                    let value = self.init(&e.value);
                    if e.index == e.last {
                        format!("{}: {value}", e.index)
                    } else {
                        format!("{}..{}: {value}", e.index, e.last)
                    }
                };
                format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
            }
            Init::Construct(args) => format!("({} arguments)", args.len()),
        }
    }
}
