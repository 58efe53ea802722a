//! The phases, in order.
//!
//! Every phase takes the result of the one before, adds what it finds to the
//! session's sink and returns its best result; between phases the pipeline
//! stops when there are errors, because what a later phase would say about a
//! broken program is noise.

use syntax::{Dialect, Token, ast};

use crate::guard::{InternalError, run_guarded};
use crate::language;
use crate::loader::Disk;
use crate::options::Phase;
use crate::preprocessing;
use crate::session::{Input, Session};

/// What a run is to end with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Diagnostics only.
    Check,
    /// The result of a phase, printed.
    Dump(Phase),
    /// The program as plain C.
    PlainC,
}

/// Runs the phases over all inputs and returns the text the goal asks for;
/// diagnostics are in the session's sink.
pub fn compile(session: &mut Session, inputs: &[Input], goal: Goal) -> Result<String, InternalError> {
    run_guarded(|| {
        let mut program = hir::Program::default();
        let units = inputs.iter().map(|input| front_end(session, *input, goal, &mut program));
        units.map(Option::unwrap_or_default).collect()
    })
}

/// One translation unit, added to the program. `None` when errors stopped it.
fn front_end(session: &mut Session, input: Input, goal: Goal, program: &mut hir::Program) -> Option<String> {
    let before = session.sink.error_count();

    let tokens = preprocess(session, input);
    if goal == Goal::Dump(Phase::Tokens) {
        return Some(syntax::dump_tokens::dump_tokens(&tokens, &session.sources));
    }
    stop_on_errors(session, before)?;

    let tree = parse(session, &tokens, input.dialect);
    if goal == Goal::Dump(Phase::Ast) {
        return Some(ast::dump::dump(&tree, &session.sources));
    }
    stop_on_errors(session, before)?;

    let unit = resolve(session, &tree, input.dialect, program);
    if goal == Goal::Dump(Phase::Hir) {
        return Some(emit::c::dump(program, &session.sources, unit));
    }
    stop_on_errors(session, before)?;

    match goal {
        Goal::Check | Goal::Dump(_) => Some(String::new()),
        Goal::PlainC => Some(print_c(session, program, unit)),
    }
}

/// `None` when there are more errors than before this unit.
fn stop_on_errors(session: &Session, before: usize) -> Option<()> {
    (session.sink.error_count() == before).then_some(())
}

fn preprocess(session: &mut Session, input: Input) -> Vec<Token> {
    let options = preprocessing::options(session, input);
    let Session { sources, sink, timings, .. } = session;
    timings.measure("preprocess", || {
        syntax::preprocess::preprocess(input.file, &options, &mut Disk, sources, sink)
    })
}

fn parse(session: &mut Session, tokens: &[Token], dialect: Dialect) -> ast::Unit {
    let Session { sources, sink, timings, .. } = session;
    timings.measure("parse", || syntax::parse::parse(tokens, dialect, sources, sink))
}

fn resolve(session: &mut Session, tree: &ast::Unit, dialect: Dialect, program: &mut hir::Program) -> usize {
    let options = language::options(session.options.standard.as_deref(), dialect);
    let Session { sources, sink, timings, .. } = session;
    timings.measure("resolve", || resolve::resolve(tree, &options, program, sources, sink))
}

fn print_c(session: &mut Session, program: &hir::Program, unit: usize) -> String {
    let Session { sources, timings, .. } = session;
    timings.measure("print", || emit::c::unit(program, sources, unit))
}
