//! What the tests share: C text in, facts and messages out.

use std::collections::HashSet;
use std::sync::Arc;

use diagnostics::{Severity, Sink};
use hir::{Program, Span};
use source::{FileKind, Sources};
use syntax::preprocess::{FileLoader, Loaded, preprocess};
use syntax::{Dialect, new_sources, parse};

use crate::{Facts, KernelFacts, Place, analyze};

/// An analysed snippet.
pub struct Analyzed {
    pub program: Program,
    pub sources: Sources,
    pub facts: Facts,
    pub sink: Sink,
}

pub(crate) struct NoFiles;

impl FileLoader for NoFiles {
    fn load(&mut self, _: &str) -> Loaded {
        Loaded::NotFound
    }
}

/// A resolved snippet that must be free of mistakes of form.
pub fn resolved(text: &str) -> (Program, Sources) {
    let mut sources = new_sources();
    let bytes: Arc<[u8]> = text.as_bytes().into();
    let file = sources.map.add("snippet.c".into(), bytes, FileKind::User, None).unwrap();
    let options = syntax::preprocess::Options { dialect: Dialect::C, gnu: true, ..Default::default() };
    let mut sink = Sink::default();
    let tokens = preprocess(file, &options, &mut NoFiles, &mut sources, &mut sink);
    let unit = parse(&tokens, Dialect::C, &mut sources, &mut sink);
    let mut program = Program::default();
    resolve::resolve(&unit, &resolve::Options::default(), &mut program, &mut sources, &mut sink);
    let messages: Vec<&str> = sink.diagnostics().iter().map(|d| d.message.as_str()).collect();
    assert_eq!(messages, [""; 0], "in {text}");
    (program, sources)
}

/// Analyses a snippet.
pub fn analyzed(text: &str) -> Analyzed {
    of_program(resolved(text))
}

/// The same with the functions that its kernels call.
pub fn analyzed_with_calls(text: &str) -> Analyzed {
    let (mut program, mut sources) = resolved(text);
    expand::expand(&mut program, &mut sources, &HashSet::new());
    of_program((program, sources))
}

fn of_program((mut program, mut sources): (Program, Sources)) -> Analyzed {
    let mut sink = Sink::default();
    let facts = analyze(&mut program, &mut sources, &mut sink).pop().unwrap_or_default();
    Analyzed { program, sources, facts, sink }
}

impl Analyzed {
    /// Code, line and message of errors and warnings: `E0506 4 …`. Snippets for
    /// one analysis are careless about threads and copies: that is left out.
    pub fn messages(&self) -> Vec<String> {
        self.all_messages().into_iter().filter(|message| !is_aside(message)).collect()
    }

    /// Code, line and message of all errors and warnings.
    pub fn all_messages(&self) -> Vec<String> {
        let line = |span: Span| {
            let span = self.sources.expansions.outermost_call(span);
            self.sources.map.line_column(span.lo).map_or(0, |(_, place)| place.line)
        };
        let found = self.sink.diagnostics().iter().filter(|d| d.code.severity() != Severity::Remark);
        found.map(|d| format!("{} {} {}", d.code.id, line(d.primary.span), d.message)).collect()
    }

    /// The codes of errors and warnings, as in [`Analyzed::messages`].
    pub fn codes(&self) -> Vec<&'static str> {
        self.all_codes().into_iter().filter(|code| !is_aside(code)).collect()
    }

    /// The codes of all errors and warnings.
    pub fn all_codes(&self) -> Vec<&'static str> {
        let found = self.sink.diagnostics().iter().filter(|d| d.code.severity() != Severity::Remark);
        found.map(|d| d.code.id).collect()
    }

    /// The only kernel.
    pub fn kernel(&self) -> &KernelFacts {
        assert_eq!(self.messages(), [""; 0]);
        assert_eq!(self.facts.kernels.len(), 1);
        &self.facts.kernels[0]
    }

    pub fn name(&self, place: &Place) -> String {
        place.display(&self.program, &self.sources)
    }

    /// A formula with the program's names.
    pub fn formula(&self, kernel: &KernelFacts, formula: &affine::LinearExpr) -> String {
        let name = |var| kernel.symbols.name(var, &self.program, &self.sources);
        formula.display(&name).to_string()
    }

    /// Each access: `a[i][j + 1]`, or `a[?]` where the element is not known.
    pub fn accesses(&self, kernel: &KernelFacts) -> Vec<String> {
        let show = |access: &crate::Access| {
            let subscripts = access.subscripts.as_ref().map_or("[?]".to_owned(), |subscripts| {
                subscripts.iter().map(|s| format!("[{}]", self.formula(kernel, s))).collect()
            });
            format!("{}{subscripts}", self.name(&access.place))
        };
        kernel.accesses.iter().map(show).collect()
    }
}

/// Is it about threads that collide, or copies that are old?
fn is_aside(message: &str) -> bool {
    ["E063", "E064", "W104"].iter().any(|code| message.starts_with(code))
}

/// A function around directives and statements: arrays `a`, `b` of 64 floats on
/// the device, `m` of 8 by 8, integers `n`, `k`.
pub fn in_kernel(clauses: &str, region: &str) -> String {
    format!(
        "float a[64], b[64], m[8][8];\nvoid f(int n, int k, float x) {{ int i, j, t; float s, u;\n\
         #pragma hicuda global alloc a[*] copyin\n\
         #pragma hicuda global alloc b[*] copyin\n\
         #pragma hicuda global alloc m[*][*] copyin\n\
         #pragma hicuda kernel kk {clauses}\n\
         {region}\n a[0] = a[0] + b[0] + m[0][0];\n\
         #pragma hicuda kernel_end\n\
         #pragma hicuda global copyout a[*]\n\
         #pragma hicuda global free a b m\n }}\n"
    )
}
