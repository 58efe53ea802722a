//! Plain C in, the same text with directives out: written, read again and checked until nothing is
//! said against it.
//!
//! The program is surveyed once ([`annotate::survey`]). Then, round by round, the text with the
//! directives of the moment goes through the whole check, as a user's would. What is reported about
//! a kernel makes its nest take its next choice; what nobody can be blamed for takes the last
//! kernel away. The rounds end, because choices do, and what comes out passes `check` in silence.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use annotate::copies_around::{CopiesAround, KernelLines};
use annotate::insert::words;
use annotate::marks::Mark;
use annotate::{Plan, Reason};
use diagnostics::{Diagnostic, Severity, codes};
use source::{Edit, FileId, FileKind, Sources, Span, apply_edits, insertions};
use transfers::Refused;

use crate::data_directives::{Lacking, Wanted, is_about_data, place_unguarded};
use crate::marked_kernels::{self, Marked};
use crate::pipeline::{Compiled, Examined, Goal, compile_unguarded, read_program};
use crate::replaced_pragmas::replaced;
use crate::run_time_choices;
use crate::session::{Input, Session};

/// What became of the inputs.
#[derive(Debug)]
pub struct Annotated {
    /// The verdict on every nest.
    pub plan: Plan,
    /// Each input with its new text and the lines that were inserted.
    pub files: Vec<AnnotatedFile>,
}

/// One input.
#[derive(Debug)]
pub struct AnnotatedFile {
    /// Which.
    pub file: FileId,
    /// Its text with directives.
    pub text: Vec<u8>,
    /// The lines that it has more.
    pub edits: Vec<Edit>,
}

/// Annotates a program; `None` if it has errors, which are in the sink.
pub(crate) fn annotate(session: &mut Session, inputs: &[Input]) -> Option<Annotated> {
    session.care.clear();
    session.asks_for_overlaps = true;
    session.effort.begin(session.options.annotate.steps.unwrap_or(annotate::MOST_STEPS));
    let annotated = with_directives(session, inputs);
    session.effort.end();
    session.lacking = None;
    let annotated = annotated?;
    match session.options.annotate.replace_omp {
        true => Some(without_replaced(session, inputs, annotated)),
        false => Some(annotated),
    }
}

fn with_directives(session: &mut Session, inputs: &[Input]) -> Option<Annotated> {
    if let Some(annotated) = with_marks(session, inputs) {
        return Some(annotated);
    }
    compile_unguarded(session, inputs, Goal::Check);
    let told = session.sink.take();
    // Kernels that a person wrote may lack their data directives: these come first.
    let completed = match told.iter().any(|found| found.severity() == Severity::Error) {
        true => completed(session, inputs, &told),
        false => Some(inputs.to_vec()),
    };
    let Some(completed) = completed else {
        told.into_iter().for_each(|diagnostic| session.sink.push(diagnostic));
        return None;
    };
    let (mut plan, mut texts) = decided(session, &completed, &told, &[])?;
    // What was refused beside other choices may be right beside those that were taken.
    for _ in 0..MOST_ROUNDS {
        if !plan.has_refused() || session.effort.is_spent() {
            break;
        }
        let written = loaded(session, inputs, &texts)?;
        let (later, more) = decided(session, &written, &told, &[])?;
        if later.kernels().is_empty() {
            break;
        }
        plan.take_over(&later);
        texts = more;
    }
    plan.is_cut = session.effort.is_spent();
    let known = told.iter().map(heading).collect();
    let texts = run_time_choices::written(session, inputs, (&mut plan, texts), &known);
    session.sink.take();
    let Some(texts) = texts else {
        // Kernels were taken for the sake of questions that cannot be asked: without them, then.
        session.asks_for_overlaps = false;
        return with_directives(session, inputs);
    };
    told.into_iter().filter(|found| !is_about_data(found)).for_each(|found| session.sink.push(found));
    let files = inputs.iter().zip(texts).map(|(input, text)| {
        let edits = changes(&session.sources.map.file(input.file).bytes, &text);
        AnnotatedFile { file: input.file, text, edits }
    });
    Some(Annotated { files: files.collect(), plan })
}

/// The same without the pragmas that the directives have taken the place of; as it is, if that were wrong.
fn without_replaced(session: &mut Session, inputs: &[Input], mut annotated: Annotated) -> Annotated {
    let told = session.sink.take();
    let shorter = shortened(session, inputs, &annotated);
    session.sink.take();
    told.into_iter().for_each(|found| session.sink.push(found));
    if let Some((files, kept)) = shorter {
        annotated.files = files;
        annotated.plan.kept_pragmas = kept;
    }
    annotated
}

/// The files without replaced pragmas, and what is said of those that stay.
fn shortened(
    session: &mut Session,
    inputs: &[Input],
    annotated: &Annotated,
) -> Option<(Vec<AnnotatedFile>, Vec<String>)> {
    let texts: Vec<Vec<u8>> = annotated.files.iter().map(|file| file.text.clone()).collect();
    let now = loaded(session, inputs, &texts)?;
    compile_unguarded(session, &now, Goal::Check);
    let found = session.sink.take();
    let remarks = found.iter().filter(|found| found.code == &codes::PRAGMA_TAKEN_OFF);
    let map = &session.sources.map;
    let taken_off = remarks.filter_map(|found| map.written_range(found.primary.span)).collect();
    let program = read_program(session, &now)?;
    session.sink.take();
    let replaced = replaced(&program, &session.sources, &taken_off);
    let mut files = Vec::new();
    let mut kept = Vec::new();
    for (file, now) in annotated.files.iter().zip(&now) {
        let mut edits = file.edits.clone();
        let lines = replaced.lines.iter().filter(|range| range.file == now.file);
        edits.extend(lines.filter_map(|range| {
            let (start, end) = (before(&file.edits, range.start)?, before(&file.edits, range.end)?);
            Some(Edit { start, end, text: Vec::new() })
        }));
        let original = session.sources.map.file(file.file);
        let text = apply_edits(&original.bytes, &edits).ok()?;
        for (range, name, why) in replaced.kept.iter().filter(|(range, ..)| range.file == now.file) {
            let at = before(&file.edits, range.start).and_then(|at| u32::try_from(at).ok());
            let line = at.map_or(0, |at| original.line_column(at).line);
            kept.push(format!("{}:{line}: `{name}` stays: {why}", original.name));
        }
        files.push(AnnotatedFile { file: file.file, text, edits });
    }
    let texts: Vec<Vec<u8>> = files.iter().map(|file| file.text.clone()).collect();
    let again = loaded(session, inputs, &texts)?;
    compile_unguarded(session, &again, Goal::Check);
    (!session.sink.has_errors()).then_some((files, kept))
}

/// Where something of a changed text stood before the edits; `None` for what they brought.
fn before(edits: &[Edit], offset: u32) -> Option<usize> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.start, edit.end));
    // How far the text before `offset` has come: in the old text, and in the new one.
    let (mut old, mut new) = (0, 0);
    for edit in sorted {
        let begins = new + (edit.start - old);
        if offset as usize <= begins {
            break;
        }
        let ends = begins + edit.text.len();
        if (offset as usize) < ends {
            return None;
        }
        (old, new) = (edit.end, ends);
    }
    Some(old + (offset as usize - new))
}

/// A program with refused kernels is looked at so often again.
const MOST_ROUNDS: usize = 3;

/// The same where a person only marked kernels: each keeps its place and its name. `None` where
/// directives say more than that, or a kernel cannot be as it is marked.
fn with_marks(session: &mut Session, inputs: &[Input]) -> Option<Annotated> {
    let marked = |input: &Input| {
        let file = session.sources.map.file(input.file);
        marked_kernels::marks(&file.name, &file.bytes)
    };
    let marked: Vec<Marked> = inputs.iter().map(marked).collect::<Option<_>>()?;
    let marks: Vec<Mark> = marked.iter().flat_map(|marked| marked.marks.clone()).collect();
    if marks.is_empty() || !has_only(session, inputs, &marks) {
        return None;
    }
    let texts: Vec<Vec<u8>> = marked.iter().map(|marked| marked.text.clone()).collect();
    let plain = loaded(session, inputs, &texts)?;
    compile_unguarded(session, &plain, Goal::Check);
    let told = session.sink.take();
    if told.iter().any(|found| found.severity() == Severity::Error) {
        return None;
    }
    let (plan, texts) = decided(session, &plain, &told, &marks)?;
    let is_kept = |mark: &Mark| plan.kernels().iter().any(|kernel| kernel.name == mark.name);
    if !marks.iter().all(is_kept) {
        return None;
    }
    told.into_iter().for_each(|found| session.sink.push(found));
    let files = inputs.iter().zip(marked).zip(texts).map(|((input, marked), text)| {
        let (text, edits) = marked.completed(&session.sources.map.file(input.file).bytes, &text);
        AnnotatedFile { file: input.file, text, edits }
    });
    Some(Annotated { files: files.collect(), plan })
}

/// Has the program no other directives than those of the marks (from headers or macros)?
fn has_only(session: &mut Session, inputs: &[Input], marks: &[Mark]) -> bool {
    let known: usize = marks.iter().map(|mark| 1 + mark.loops.len()).sum();
    let program = read_program(session, inputs);
    // The check that follows says the same again.
    session.sink.take();
    program.is_some_and(|program| program.directives.len() == known)
}

/// The nests of a program decided, and the texts that say so.
fn decided(
    session: &mut Session,
    inputs: &[Input],
    told: &[Diagnostic],
    marks: &[Mark],
) -> Option<(Plan, Vec<Vec<u8>>)> {
    let known: HashSet<String> = told.iter().map(heading).collect();
    // Kernels of a round before may have had these names, and stood beside others.
    session.care.clear();
    let mut program = read_program(session, inputs)?;
    session.sink.take();
    let settings = session.options.annotate.clone();
    let Session { sources, timings, .. } = &mut *session;
    let mut plan = timings.measure("annotate", || annotate::survey(&mut program, sources, &settings, marks));
    let mut texts = with_places(session, inputs, &mut plan, &known)?;
    // What was predicted with arrays that stay on the device may not pay where none of these places was found.
    for _ in 0..MOST_ROUNDS {
        if settings.force || !marks.is_empty() || !leave_moving(inputs, &texts, &mut plan) {
            break;
        }
        texts = with_places(session, inputs, &mut plan, &known)?;
    }
    session.sink.take();
    Some((plan, texts))
}

/// The texts of a plan, with copies placed over the whole program where that is possible.
fn with_places(
    session: &mut Session,
    inputs: &[Input],
    plan: &mut Plan,
    known: &HashSet<String>,
) -> Option<Vec<Vec<u8>>> {
    let texts = settle(session, inputs, plan, known)?;
    // Kernels that all have their places already need no better ones.
    match !session.effort.is_spent() && plan.kernels().iter().any(|kernel| kernel.copies.is_some()) {
        true => Some(with_transfers(session, inputs, plan, known).unwrap_or(texts)),
        false => Some(texts),
    }
}

/// Leaves kernels to the host that do not pay with the copies around them; was there one?
fn leave_moving(inputs: &[Input], texts: &[Vec<u8>], plan: &mut Plan) -> bool {
    let mut leaves = false;
    for (input, text) in inputs.iter().zip(texts) {
        let lines = KernelLines::of(text);
        for region in regions(input.file, text) {
            let Some(around) = CopiesAround::among(&lines, &region.name) else { continue };
            let released = around.released();
            let name = |name: &&[u8]| String::from_utf8_lossy(name).into_owned();
            let moved = around.made().iter().filter(|array| released.contains(**array)).map(name).collect();
            leaves |= plan.moving(&region.name, &moved);
        }
    }
    leaves
}

/// The inputs with the data directives that their kernels miss; `None` if something else is wrong.
fn completed(session: &mut Session, inputs: &[Input], told: &[Diagnostic]) -> Option<Vec<Input>> {
    let is_other = |found: &&Diagnostic| found.severity() == Severity::Error && !is_about_data(found);
    if told.iter().find(is_other).is_some() {
        return None;
    }
    let texts = placed(session, inputs)?.ok()?;
    let completed = loaded(session, inputs, &texts)?;
    compile_unguarded(session, &completed, Goal::Check);
    let is_right = !session.sink.has_errors();
    session.sink.take();
    is_right.then_some(completed)
}

/// The texts of the inputs with data directives over the whole program; the arrays that are in the way of that, if there
/// are any.
fn placed(session: &mut Session, inputs: &[Input]) -> Option<Result<Vec<Vec<u8>>, Vec<Refused>>> {
    let placed = place_unguarded(session, inputs, Wanted::All);
    if !placed.refused.is_empty() {
        return Some(Err(placed.refused));
    }
    let texts = inputs.iter().zip(&placed.edits).map(|(input, edits)| {
        let original = &session.sources.map.file(input.file).bytes;
        apply_edits(original, edits).ok()
    });
    texts.collect::<Option<_>>().map(Ok)
}

/// The kernels that lack arrays, each with the reason.
fn lacking(refused: Vec<Refused>) -> Vec<(Option<String>, Objection)> {
    let mut objections: Vec<(Option<String>, Objection)> = Vec::new();
    for Refused { name, kernels, why, .. } in refused {
        for kernel in kernels {
            if !objections.iter().any(|(known, _)| known.as_ref() == Some(&kernel)) {
                let reason = Reason::plain(format!("no device copy of `{name}`: {why}"));
                objections.push((Some(kernel), Objection { reason, is_about_data: true }));
            }
        }
    }
    objections
}

/// The inputs with other texts, as if the files said so.
fn loaded(session: &mut Session, inputs: &[Input], texts: &[Vec<u8>]) -> Option<Vec<Input>> {
    let load = |(input, text): (&Input, &Vec<u8>)| {
        let name = session.sources.map.file(input.file).name.clone();
        let file = session.sources.map.add(name, Arc::from(text.as_slice()), FileKind::User, None)?;
        Some(Input { file, ..*input })
    };
    inputs.iter().zip(texts).map(load).collect()
}

/// Takes choices until the check is silent, with copies around each kernel: the texts.
fn settle(
    session: &mut Session,
    inputs: &[Input],
    plan: &mut Plan,
    known: &HashSet<String>,
) -> Option<Vec<Vec<u8>>> {
    let fresh = plan.clone();
    let mut searches = 0;
    let mut texts = loop {
        let is_spent = session.effort.is_spent();
        let may_search = searches < MOST_SEARCHES && !is_spent;
        let Attempt { texts, objections, searched } = attempt(session, inputs, plan, known, may_search)?;
        searches += usize::from(searched);
        if objections.is_empty() {
            break texts;
        }
        if is_spent {
            leave(plan, objections);
            continue;
        }
        let mut is_changed = false;
        for (kernel, objection) in objections {
            let Some(name) = kernel.or_else(|| last_kernel(plan)) else { break };
            is_changed |= plan.refuse(&name, &objection.reason, objection.is_about_data);
        }
        // A kernel that was there before is to blame: one of the new ones disturbs it.
        if !is_changed && let Some(name) = last_kernel(plan) {
            plan.refuse(&name, &Reason::plain("it disturbs a kernel that was there before"), true);
        }
    };
    // What had no place among kernels that are gone may have one now.
    for path in plan.lacking_data().into_iter().take(MOST_AGAIN) {
        if session.effort.is_spent() {
            break;
        }
        let Some(with_one) = plan.with_again(&path, &fresh) else { continue };
        let again = attempt(session, inputs, &with_one, known, true)?;
        if again.objections.is_empty() {
            *plan = with_one;
            texts = again.texts;
        }
    }
    Some(texts)
}

/// Nobody looks for other choices any more: what the check objects to stays on the host, and where it names no kernel, the
/// later half of them.
fn leave(plan: &mut Plan, objections: Vec<(Option<String>, Objection)>) {
    let reason = |why: &str| Reason {
        help: Some("`--steps` allows a longer search".into()),
        ..Reason::plain(format!("not searched further: {why}"))
    };
    let mut is_changed = false;
    for (kernel, objection) in &objections {
        if let Some(name) = kernel {
            is_changed |= plan.leave(name, &reason(&objection.reason.message));
        }
    }
    if is_changed {
        return;
    }
    let names: Vec<String> = plan.kernels().iter().map(|kernel| kernel.name.clone()).collect();
    for name in &names[names.len() / 2..] {
        plan.leave(name, &reason("one of the kernels disturbs another"));
    }
}

fn last_kernel(plan: &Plan) -> Option<String> {
    plan.kernels().last().map(|kernel| kernel.name.clone())
}

/// The texts of a plan, and what the check says against them.
struct Attempt {
    texts: Vec<Vec<u8>>,
    objections: Vec<(Option<String>, Objection)>,
    /// Places for copies were looked for over the whole program.
    searched: bool,
}

fn attempt(
    session: &mut Session,
    inputs: &[Input],
    plan: &Plan,
    known: &HashSet<String>,
    may_search: bool,
) -> Option<Attempt> {
    let texts = written(session, inputs, plan, |_| true)?;
    if plan.kernels().is_empty() {
        return Some(Attempt { texts, objections: Vec::new(), searched: false });
    }
    // What is wrong for other reasons goes before places are looked for, which takes many readings.
    let mut found = objections(session, inputs, (plan, &texts), known)?;
    let has_pointers = plan.kernels().iter().any(|kernel| kernel.copies.is_none());
    let is_only_data = found.iter().all(|(_, reason)| reason.is_about_data);
    if has_pointers && is_only_data && may_search {
        let bare = loaded(session, inputs, &texts)?;
        return match placed(session, &bare)? {
            Ok(texts) => {
                let objections = objections(session, inputs, (plan, &texts), known)?;
                Some(Attempt { texts, objections, searched: true })
            }
            Err(refused) => Some(Attempt { texts, objections: lacking(refused), searched: true }),
        };
    }
    if has_pointers && !is_only_data {
        found.retain(|(_, reason)| !reason.is_about_data);
    }
    Some(Attempt { texts, objections: found, searched: false })
}

/// So many kernels that were refused are tried once more.
const MOST_AGAIN: usize = 8;

/// Places for device copies are looked for so often; what has none then stays on the host.
const MOST_SEARCHES: usize = 8;

/// What the check says against a kernel.
pub(crate) struct Objection {
    reason: Reason,
    /// A device copy or a transfer is missing.
    is_about_data: bool,
}

/// The kernels of a plan with copies placed over the whole program. A kernel that the check objects to keeps its
/// copies around it; `None` if no such program is accepted.
fn with_transfers(
    session: &mut Session,
    inputs: &[Input],
    plan: &Plan,
    known: &HashSet<String>,
) -> Option<Vec<Vec<u8>>> {
    let mut alone: HashSet<String> = HashSet::new();
    while alone.len() < plan.kernels().len() && !session.effort.is_spent() {
        let bare = written(session, inputs, plan, |kernel| alone.contains(&kernel.name))?;
        let bare = loaded(session, inputs, &bare)?;
        let objections = match placed(session, &bare)? {
            Ok(texts) => {
                let objections = objections(session, inputs, (plan, &texts), known)?;
                if objections.is_empty() {
                    return Some(texts);
                }
                objections
            }
            Err(refused) => lacking(refused),
        };
        let before = alone.len();
        alone.extend(objections.into_iter().filter_map(|(kernel, _)| kernel));
        if alone.len() == before {
            return None;
        }
    }
    None
}

/// The inputs with the lines of the plan; kernels that are alone have their copies around them.
fn written(
    session: &Session,
    inputs: &[Input],
    plan: &Plan,
    is_alone: impl Fn(&annotate::plan::Kernel) -> bool,
) -> Option<Vec<Vec<u8>>> {
    let text = |input: &Input| {
        let original = &session.sources.map.file(input.file).bytes;
        let text = apply_edits(original, &plan.edits(input.file, &is_alone)).ok()?;
        debug_assert!(insertions(original, &text).is_some(), "the user's own text stays");
        Some(text)
    };
    inputs.iter().map(text).collect()
}

/// What the check says against the texts, each with the kernel that is to blame, if one can be told.
/// A kernel is named once. `None` when the texts cannot be loaded.
pub(crate) fn objections(
    session: &mut Session,
    inputs: &[Input],
    (plan, texts): (&Plan, &[Vec<u8>]),
    known: &HashSet<String>,
) -> Option<Vec<(Option<String>, Objection)>> {
    session.effort.says(|| format!("{} kernels are checked", plan.kernels().len()));
    let original = |input: &Input| session.sources.map.file(input.file);
    let names: Vec<String> = inputs.iter().map(|input| original(input).name.clone()).collect();
    let inserted: Vec<Vec<Edit>> =
        inputs.iter().zip(texts).map(|(input, text)| changes(&original(input).bytes, text)).collect();
    // Each reading has sources of its own: all of them together would fill the memory.
    let others = std::mem::replace(&mut session.sources, syntax::new_sources());
    let read = read_alone(session, inputs, &names, texts);
    let found = read.as_ref().map(|(now, compiled, told)| {
        let mut regions: Vec<Region> =
            now.iter().zip(texts).flat_map(|(input, text)| regions(input.file, text)).collect();
        for ((input, now), inserted) in inputs.iter().zip(now).zip(&inserted) {
            regions.extend(callees(plan, (input.file, now.file), inserted));
        }
        let mut objections = said(session, told, known, &regions);
        let overlapping = overlapping(session, compiled, &regions);
        objections.extend(overlaps(session, (plan, texts), overlapping, &objections));
        // What follows from a kernel's own mistake needs no second culprit.
        if objections.iter().any(|(kernel, _)| kernel.is_some()) {
            objections.retain(|(kernel, _)| kernel.is_some());
        }
        objections
    });
    let sources = std::mem::replace(&mut session.sources, others);
    if let Some((_, compiled, told)) = read {
        session.lacking = lacking_directives(compiled, &told, sources, (names, texts));
    }
    found
}

/// The texts read and checked in sources that have nothing else: the inputs there, what is known of them, and what is said.
fn read_alone(
    session: &mut Session,
    inputs: &[Input],
    names: &[String],
    texts: &[Vec<u8>],
) -> Option<(Vec<Input>, Compiled, Vec<Diagnostic>)> {
    let map = &mut session.sources.map;
    let load = |((input, name), text): ((&Input, &String), &Vec<u8>)| {
        let file = map.add(name.clone(), Arc::from(text.as_slice()), FileKind::User, None)?;
        Some(Input { file, ..*input })
    };
    let now: Vec<Input> = inputs.iter().zip(names).zip(texts).map(load).collect::<Option<_>>()?;
    session.sink.take();
    let compiled = compile_unguarded(session, &now, Goal::Examine);
    let told = session.sink.take();
    Some((now, compiled, told))
}

/// A program that only data directives are missing in, for whoever looks for them. One that is right may have been changed on
/// the way to its kernels.
fn lacking_directives(
    compiled: Compiled,
    told: &[Diagnostic],
    sources: Sources,
    (names, texts): (Vec<String>, &[Vec<u8>]),
) -> Option<Lacking> {
    let Examined { program, facts } = compiled.examined?;
    let mut errors = told.iter().filter(|found| found.severity() == Severity::Error).peekable();
    let is_only_data = errors.peek().is_some() && errors.all(is_about_data);
    let files = names.into_iter().zip(texts.iter().cloned()).collect();
    (is_only_data && !facts.is_empty()).then_some(Lacking { files, sources, analysed: (program, facts) })
}

/// What is new in what the check says.
fn said(
    session: &Session,
    told: &[Diagnostic],
    known: &HashSet<String>,
    regions: &[Region],
) -> Vec<(Option<String>, Objection)> {
    let mut objections: Vec<(Option<String>, Objection)> = Vec::new();
    // What was said of the program as it came is no objection.
    let is_new =
        |finding: &&Diagnostic| finding.severity() != Severity::Remark && !known.contains(&heading(finding));
    for finding in told.iter().filter(is_new) {
        let kernel = blamed(&session.sources, finding, regions);
        let is_about_data = is_about_data(finding) || finding.code == &codes::SHAPE_NEEDED;
        let other = objections.iter_mut().find(|(other, _)| *other == kernel);
        let reason = format!("with directives, `check` says: {} ({})", finding.message, finding.code.id);
        let objection = Objection { reason: Reason::plain(reason), is_about_data };
        match other {
            // A reason that is not about data says more.
            Some((_, other)) if other.is_about_data && !is_about_data => *other = objection,
            Some(_) => {}
            None => objections.push((kernel, objection)),
        }
    }
    objections
}

/// New kernels whose arrays may be one array, where nobody asks whether they are.
fn overlaps(
    session: &Session,
    (plan, texts): (&Plan, &[Vec<u8>]),
    found: BTreeMap<String, BTreeSet<String>>,
    objections: &[(Option<String>, Objection)],
) -> Vec<(Option<String>, Objection)> {
    let mut more = Vec::new();
    for (kernel, arrays) in found {
        let is_new = plan.kernels().iter().any(|planned| planned.name == kernel);
        let is_asked = session.asks_for_overlaps && question(texts, &kernel, &arrays).is_some();
        if is_new && !is_asked && !objections.iter().any(|(other, _)| other.as_ref() == Some(&kernel)) {
            let reason =
                Reason::plain("arrays that it has apart may be one array in a call, and then it would stop");
            more.push((Some(kernel), Objection { reason, is_about_data: true }));
        }
    }
    more
}

/// Kernels with copies that are compared with others when the program runs, and may be of the same memory, each with their
/// names. A person may count on that test, which stops the program.
fn overlapping(
    session: &Session,
    compiled: &Compiled,
    regions: &[Region],
) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let Some(Examined { program, facts }) = &compiled.examined else { return found };
    for (facts, kernel) in facts.iter().flat_map(|facts| facts.kernels.iter().map(move |k| (facts, k))) {
        for used in &kernel.arrays {
            let Some(second) = used.copy.filter(|copy| facts.met.contains(copy)) else { continue };
            let Some(region) = region_of(&session.sources, used.span, regions) else { continue };
            let others = facts.overlaps.get(&second).into_iter().flatten();
            let all = others.map(|first| &facts.copies[first.0].place).chain([&used.place]);
            let names = all.map(|place| place.display(program, &session.sources).to_string());
            found.entry(region).or_default().extend(names);
        }
    }
    found
}

/// What is asked before a kernel is launched with these arrays: that they do not overlap.
fn question(texts: &[Vec<u8>], kernel: &str, arrays: &BTreeSet<String>) -> Option<String> {
    texts.iter().find_map(|text| annotate::apart::condition(text, kernel, arrays))
}

/// The questions of all new kernels of a program that have some.
pub(crate) fn questions(
    session: &mut Session,
    inputs: &[Input],
    (plan, texts): (&Plan, &[Vec<u8>]),
) -> Option<BTreeMap<String, String>> {
    if plan.kernels().is_empty() {
        return Some(BTreeMap::new());
    }
    let again = loaded(session, inputs, texts)?;
    session.sink.take();
    let compiled = compile_unguarded(session, &again, Goal::Examine);
    session.sink.take();
    let regions: Vec<Region> =
        again.iter().zip(texts).flat_map(|(input, text)| regions(input.file, text)).collect();
    let is_new = |kernel: &str| plan.kernels().iter().any(|planned| planned.name == kernel);
    let found = overlapping(session, &compiled, &regions).into_iter().filter(|(kernel, _)| is_new(kernel));
    Some(
        found
            .filter_map(|(kernel, arrays)| Some((kernel.clone(), question(texts, &kernel, &arrays)?)))
            .collect(),
    )
}

fn heading(finding: &Diagnostic) -> String {
    format!("{} {}", finding.code.id, finding.message)
}

/// The text of a kernel, from its directive to its end, or of a function that it runs.
struct Region {
    file: FileId,
    start: usize,
    end: usize,
    name: String,
}

fn regions(file: FileId, text: &[u8]) -> Vec<Region> {
    let mut found = Vec::new();
    let mut open: Option<(usize, String)> = None;
    let mut at = 0;
    for line in text.split_inclusive(|&b| b == b'\n') {
        match words(line)[..] {
            // The first of several kernels in one place begins them all.
            [b"kernel", name, ..] => {
                open.get_or_insert_with(|| (at, String::from_utf8_lossy(name).into_owned()));
            }
            [b"kernel_end", ..] => {
                let end = at + line.len();
                found.extend(open.take().map(|(start, name)| Region { file, start, end, name }));
            }
            _ => {}
        }
        at += line.len();
    }
    found
}

/// The functions of a file that kernels run, in the text with inserted lines.
fn callees(plan: &Plan, (original, now): (FileId, FileId), inserted: &[Edit]) -> Vec<Region> {
    let moved = |offset: u32| {
        let before = inserted.iter().filter(|edit| edit.start <= offset as usize);
        offset as usize + before.map(|edit| edit.text.len()).sum::<usize>()
    };
    let mut found = Vec::new();
    for kernel in plan.kernels() {
        for range in kernel.called.iter().filter(|range| range.file == original) {
            let (start, end, name) = (moved(range.start), moved(range.end), kernel.name.clone());
            found.push(Region { file: now, start, end, name });
        }
    }
    found
}

/// The kernel that a finding points into, by its first place that is in one. What is in a recipe's way may be elsewhere: the
/// directive that asks for it comes last.
fn blamed(sources: &Sources, finding: &Diagnostic, regions: &[Region]) -> Option<String> {
    let mut spans: Vec<Span> = finding.related.iter().map(|label| label.span).collect();
    match finding.code == &codes::RECIPE_NOT_APPLICABLE {
        true => spans.reverse(),
        false => spans.insert(0, finding.primary.span),
    }
    spans.into_iter().find_map(|span| region_of(sources, span, regions))
}

fn region_of(sources: &Sources, span: Span, regions: &[Region]) -> Option<String> {
    let range = sources.map.written_range(sources.expansions.outermost_call(span))?;
    let at = range.start as usize;
    let region = regions.iter().find(|r| r.file == range.file && (r.start..r.end).contains(&at))?;
    Some(region.name.clone())
}

/// What was inserted into a text; all of it anew, if anything else had changed.
fn changes(original: &[u8], text: &[u8]) -> Vec<Edit> {
    let whole = || vec![Edit { start: 0, end: original.len(), text: text.to_vec() }];
    insertions(original, text).unwrap_or_else(whole)
}
