//! What is written by habit or by a slip, means something to the language, and is not what
//! was meant.
//!
//! ```text
//! #pragma hicdua kernel …          W1150: compilers skip pragmas they do not know
//! kernel k … without a loop        W1151: every thread does all of the work
//! thread(8, 4) over one loop       W1152: four threads do the same
//! tblock(1 / 0)                    E0010: the program ends before the launch
//! #pragma omp on a kernel's loop   R2095: taken off, since the kernel runs it; GCC's and clang's, too
//! #pragma omp parallel around one  R2095: taken off, since all threads would launch it
//! ```

use std::collections::{BTreeSet, HashSet};

use analyze::{Facts, KernelFacts};
use diagnostics::{Diagnostic, Safety, Sink, codes};
use hir::foreign_pragma::{Family, words};
use hir::walk::Node;
use hir::{
    BinaryOp, DirectiveKind, ExprId, ExprKind, FunctionId, KernelClauses, Linkage, Program, ReplacedLoop,
    StmtId, StmtKind,
};
use source::{FileId, FileKind, FileRange, Sources, Span};

/// Pragmas of the user's files that are nearly ours.
pub(crate) fn misspelled(sources: &Sources, sink: &mut Sink) {
    let of_user =
        |(_, file): &(FileId, &source::SourceFile)| file.kind == FileKind::User && file.origin.is_none();
    let mut found = Vec::new();
    for (id, file) in sources.map.files().filter(of_user) {
        let mut start = 0;
        for line in file.bytes.split_inclusive(|&byte| byte == b'\n') {
            if let Some((at, word)) = pragma_word(line).filter(|(_, word)| is_nearly_ours(word)) {
                let first = (start + at) as u32;
                let range = FileRange { file: id, start: first, end: first + word.len() as u32 };
                found.push((range, String::from_utf8_lossy(word).into_owned()));
            }
            start += line.len();
        }
    }
    for (range, word) in found {
        let span = sources.map.span(range);
        sink.push(
            Diagnostic::new(&codes::MISSPELLED_PRAGMA, span, format!("`#pragma {word}` means nothing"))
                .label("is this `hicuda`?")
                .note("compilers skip pragmas that they do not know, and so does Warploom")
                .fix("write `hicuda`", span, "hicuda", Safety::Safe),
        );
    }
}

/// Is it about a declaration that is missing, and that old C made up?
pub(crate) fn is_declared_by_use(found: &Diagnostic) -> bool {
    [&codes::IMPLICIT_FUNCTION, &codes::IMPLICIT_INT].contains(&found.code)
}

/// Kernels whose geometry and loops do not fit together.
pub(crate) fn kernels(program: &Program, facts: &[Facts], sink: &mut Sink) {
    for kernel in facts.iter().flat_map(|facts| &facts.kernels) {
        let directive = &program.directives[kernel.directive];
        let DirectiveKind::Kernel(clauses) = &directive.kind else { continue };
        for size in clauses.tblock.iter().chain(&clauses.thread).flatten() {
            if let Some(zero) = zero_divisor(program, *size) {
                sink.push(divides_by_zero(program, *size, zero));
            }
        }
        let sizes = || kernel.block_sizes.iter().chain(&kernel.thread_sizes);
        let is_one_thread = sizes().all(|size| *size == Some(1));
        if kernel.partitions.is_empty() {
            // Without a loop there is nothing to share.
            if !is_one_thread && !kernel.loops.is_empty() {
                sink.push(Diagnostic::new(
                    &codes::NOTHING_PARTITIONED,
                    clauses.name_span,
                    "no loop of this kernel is partitioned: every thread does all of the work",
                )
                .help("mark a loop with `#pragma hicuda loop_partition over_tblock over_thread`, or launch `tblock(1) thread(1)`"));
            }
        } else {
            unused_dimensions(program, kernel, clauses, sink);
        }
    }
}

/// Takes pragmas about loops, of OpenMP, OpenACC and compilers, off what kernels run and recipes change. Those above a
/// kernel or such a loop stand in the host's text: where.
pub(crate) fn foreign_pragmas(
    program: &mut Program,
    replaced: &[Vec<ReplacedLoop>],
    sources: &Sources,
    sink: &mut Sink,
) -> Vec<Span> {
    let replaced: BTreeSet<StmtId> = replaced.iter().flatten().map(|replaced| replaced.stmt).collect();
    let (mut inside, mut blocks) = (BTreeSet::new(), Vec::new());
    let (mut above, mut around) = (Vec::new(), Vec::new());
    for body in program.functions.iter().filter_map(|(_, function)| function.body) {
        for stmt in program.stmts_below(body) {
            match &program.stmts[stmt].kind {
                StmtKind::Kernel { body, .. } => {
                    let is_block = |stmt: &StmtId| matches!(program.stmts[*stmt].kind, StmtKind::Block(_));
                    blocks.extend(program.stmts_below(*body).filter(is_block));
                    let goes = |stmt: &StmtId| {
                        pragma(program, *stmt, sources).is_some_and(|pragma| pragma != Pragma::Unroll)
                    };
                    inside.extend(program.stmts_below(*body).filter(goes));
                }
                StmtKind::Block(stmts) => {
                    above.extend(about_others(program, stmts, &replaced, sources));
                    around.extend(regions(program, stmts, sources));
                }
                _ => {}
            }
        }
    }
    let spans: BTreeSet<Span> = inside.iter().chain(&above).map(|stmt| program.stmts[*stmt].span).collect();
    for span in &spans {
        let message = "this pragma is taken off: the directives below it say how the loop runs";
        sink.push(Diagnostic::new(&codes::PRAGMA_TAKEN_OFF, *span, message));
    }
    if !around.is_empty() {
        let leading = Leading::to_directives(program);
        around.retain(|(pragma, region)| !above.contains(pragma) && leading.is_from(program, *region));
        let mut parts = Vec::new();
        for (_, region) in &around {
            for_threads_of(program, *region, sources, &mut parts);
        }
        parts.retain(|pragma| !above.contains(pragma));
        for pragma in &parts {
            let message =
                "this pragma is taken off: the threads that it is for are gone with the pragma around it";
            sink.push(Diagnostic::new(&codes::PRAGMA_TAKEN_OFF, program.stmts[*pragma].span, message));
        }
        above.append(&mut parts);
        for (pragma, _) in &around {
            let message = "this pragma is taken off: what it is about leads to directives, and every thread would carry them out";
            sink.push(Diagnostic::new(&codes::PRAGMA_TAKEN_OFF, program.stmts[*pragma].span, message));
        }
        above.extend(around.into_iter().map(|(pragma, _)| pragma));
    }
    for block in blocks {
        if let StmtKind::Block(stmts) = &mut program.stmts[block].kind {
            stmts.retain(|stmt| !inside.contains(stmt));
        }
    }
    // Those that are all of a loop's or branch's body.
    for stmt in inside {
        program.stmts[stmt].kind = StmtKind::Empty;
    }
    above.into_iter().map(|stmt| program.stmts[stmt].span).collect()
}

/// A pragma that would have to go from a file that is not written anew.
pub(crate) fn in_included_file(pragma: Span) -> Diagnostic {
    let message = "this pragma of an included file would have to be taken off: its threads would each carry out directives";
    Diagnostic::new(&codes::DIRECTIVE_NOT_TRANSLATED, pragma, message)
        .label("the file is included, and not written anew")
        .help("remove the pragma, or move the function to a `.c` file")
}

/// Pragmas about loops that would stand above something else than they were written above: only directives are between
/// them and a kernel, or a loop that a recipe has changed. What a compiler takes a hint for must be the next thing, too.
fn about_others(
    program: &Program,
    stmts: &[StmtId],
    replaced: &BTreeSet<StmtId>,
    sources: &Sources,
) -> Vec<StmtId> {
    let mut found = Vec::new();
    let mut waiting: Vec<(StmtId, Pragma)> = Vec::new();
    let mut directive_between = false;
    for stmt in stmts {
        let stmt = &program.without_labels(*stmt);
        if let Some(pragma) = pragma(program, *stmt, sources).filter(|pragma| *pragma != Pragma::Other) {
            directive_between &= !waiting.is_empty();
            waiting.push((*stmt, pragma));
            continue;
        }
        let is_changed = replaced.contains(stmt);
        match &program.stmts[*stmt].kind {
            StmtKind::Pragma(_) => continue,
            StmtKind::Directive(_) => {
                directive_between = true;
                continue;
            }
            StmtKind::Kernel { .. } => found.extend(waiting.drain(..).map(|(stmt, _)| stmt)),
            _ => {
                let hints = waiting.drain(..).filter(|(_, pragma)| *pragma != Pragma::Loop);
                found.extend(hints.filter(|_| is_changed || directive_between).map(|(stmt, _)| stmt));
            }
        }
        directive_between = false;
    }
    found
}

/// Pragmas of OpenMP by which several threads run what follows, each with that.
fn regions(program: &Program, stmts: &[StmtId], sources: &Sources) -> Vec<(StmtId, StmtId)> {
    let is_region = |stmt: StmtId| match program.stmts[stmt].kind {
        StmtKind::Pragma(text) => makes_threads(&sources.text(text)),
        _ => false,
    };
    program.under_pragmas(stmts).into_iter().filter(|(pragma, _)| is_region(*pragma)).collect()
}

fn makes_threads(pragma: &str) -> bool {
    let mut words = words(pragma);
    words.next() == Some("omp")
        && words
            .any(|word| matches!(word, "parallel" | "teams" | "task" | "taskloop" | "sections" | "target"))
}

/// What shares out work among the threads of a region: `omp for`, `omp section`. Without them the clauses of some speak
/// of variables that nobody shares, which compilers refuse.
fn for_threads_of(program: &Program, stmt: StmtId, sources: &Sources, found: &mut Vec<StmtId>) {
    let mut other_regions = HashSet::new();
    if let StmtKind::Block(stmts) = &program.stmts[stmt].kind {
        for (pragma, about) in program.under_pragmas(stmts) {
            let Some(read) = program.foreign_pragma(sources, pragma) else { continue };
            if read.family == Family::OpenMp && read.makes_threads() {
                other_regions.insert(about);
            } else if read.family == Family::OpenMp
                && ["for", "sections", "section"].iter().any(|word| read.says(word))
            {
                found.push(pragma);
            }
        }
    }
    for child in program.children(Node::Stmt(stmt)) {
        if let Node::Stmt(child) = child
            && !other_regions.contains(&program.without_labels(child))
            && !matches!(program.stmts[child].kind, StmtKind::Kernel { .. })
        {
            for_threads_of(program, child, sources, found);
        }
    }
}

/// The functions that have directives, or call one that leads there.
struct Leading {
    functions: HashSet<FunctionId>,
    linkage: Linkage,
}

impl Leading {
    fn to_directives(program: &Program) -> Leading {
        let mut leading = Leading { functions: HashSet::new(), linkage: Linkage::new(program) };
        loop {
            let bodies = program.functions.iter().filter_map(|(id, function)| Some((id, function.body?)));
            let others = bodies.filter(|(id, _)| !leading.functions.contains(id));
            let new = others.filter(|(_, body)| leading.is_from(program, *body));
            let new: Vec<FunctionId> = new.map(|(id, _)| id).collect();
            if new.is_empty() {
                return leading;
            }
            leading.functions.extend(new);
        }
    }

    /// Does a statement lead to directives? One that calls through a pointer may.
    fn is_from(&self, program: &Program, stmt: StmtId) -> bool {
        let leads = |callee| self.functions.contains(&self.linkage.definition(program, callee));
        program.nodes(stmt).any(|node| match node {
            Node::Stmt(stmt) => {
                matches!(program.stmts[stmt].kind, StmtKind::Kernel { .. } | StmtKind::Directive(_))
            }
            Node::Expr(expr) => match &program.exprs[expr].kind {
                ExprKind::Call { callee, .. } => program.called_function(*callee).is_none_or(leads),
                _ => false,
            },
        })
    }
}

/// What a pragma that is not ours says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pragma {
    /// `omp parallel for`, `acc kernels`: how a loop is shared out.
    Loop,
    /// `GCC ivdep`, `clang loop …`: what a compiler may take a loop for.
    Hint,
    /// `unroll`: the same, and compilers for GPUs know it. In a kernel it stays.
    Unroll,
    /// `omp barrier`, `acc update`
    Other,
}

/// Pragmas of OpenMP and OpenACC, and of compilers about loops.
fn pragma(program: &Program, stmt: StmtId, sources: &Sources) -> Option<Pragma> {
    let StmtKind::Pragma(text) = program.stmts[stmt].kind else { return None };
    said(&sources.text(text))
}

fn said(pragma: &str) -> Option<Pragma> {
    let mut words = words(pragma);
    let is_loop = match (words.next()?, words.next()) {
        ("acc", second) => matches!(second, Some("parallel" | "kernels" | "serial" | "loop")),
        ("omp", second) => second
            .into_iter()
            .chain(words)
            .any(|word| matches!(word, "for" | "simd" | "loop" | "distribute" | "taskloop")),
        ("GCC", Some("ivdep" | "unroll" | "novector"))
        | ("clang", Some("loop"))
        | ("ivdep" | "vector" | "novector" | "simd" | "loop_count", _) => return Some(Pragma::Hint),
        ("unroll" | "nounroll", _) => return Some(Pragma::Unroll),
        _ => return None,
    };
    Some(if is_loop { Pragma::Loop } else { Pragma::Other })
}

fn unused_dimensions(program: &Program, kernel: &KernelFacts, clauses: &KernelClauses, sink: &mut Sink) {
    let over_blocks =
        |at: usize| kernel.partitions.values().any(|loops| loops.over_block.is_some_and(|(_, d)| d == at));
    // All threads of a block take part in filling shared memory.
    let over_threads = |at: usize| {
        !kernel.shared.is_empty() || kernel.partitions.values().any(|loops| loops.over_thread == Some(at))
    };
    let blocks = clauses.tblock.iter().flatten().zip(&kernel.block_sizes);
    let threads = clauses.thread.iter().flatten().zip(&kernel.thread_sizes);
    let unused_blocks = blocks.enumerate().filter(|(at, _)| !over_blocks(*at));
    let unused_threads = threads.enumerate().filter(|(at, _)| !over_threads(*at));
    let words = [("tblock", "blocks", "over_tblock"), ("thread", "threads", "over_thread")];
    let unused =
        unused_blocks.map(|(_, unused)| (0, unused)).chain(unused_threads.map(|(_, unused)| (1, unused)));
    for (kind, (expr, size)) in unused {
        let (clause, what, over) = words[kind];
        let Some(size) = size.filter(|size| *size > 1) else { continue };
        sink.push(
            Diagnostic::new(
                &codes::UNUSED_DIMENSION,
                program.exprs[*expr].span,
                format!("no loop is partitioned over this dimension: {size} {what} do the same work"),
            )
            .help(format!("take it out of `{clause}(…)`, or partition one more loop `{over}`")),
        );
    }
}

/// A divisor in an expression that is the constant 0.
fn zero_divisor(program: &Program, expr: ExprId) -> Option<ExprId> {
    if let ExprKind::Binary { op: BinaryOp::Div | BinaryOp::Rem, rhs, .. } = &program.exprs[expr].kind
        && hir::const_eval::integer(program, *rhs) == Some(0)
    {
        return Some(*rhs);
    }
    program.children(Node::Expr(expr)).into_iter().find_map(|child| match child {
        Node::Expr(child) => zero_divisor(program, child),
        _ => None,
    })
}

fn divides_by_zero(program: &Program, size: ExprId, zero: ExprId) -> Diagnostic {
    Diagnostic::new(&codes::SIZE_DIVIDES_BY_ZERO, program.exprs[size].span, "this size divides by zero")
        .related(program.exprs[zero].span, "this is 0")
}

/// The word behind `#pragma`, and where in the line it starts.
fn pragma_word(line: &[u8]) -> Option<(usize, &[u8])> {
    let skip = |at: usize| at + line[at..].iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
    let hash = skip(0);
    let pragma = skip(line[hash..].strip_prefix(b"#").map(|_| hash + 1)?);
    let word = skip(line[pragma..].strip_prefix(b"pragma").map(|_| pragma + 6)?);
    let length =
        line[word..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    (word > pragma + 6 && length > 0).then(|| (word, &line[word..word + length]))
}

/// One or two slips away from `hicuda`; `cuda` and `omp` are somebody else's.
fn is_nearly_ours(word: &[u8]) -> bool {
    const OURS: &[u8] = b"hicuda";
    if word == OURS || word.len().abs_diff(OURS.len()) > 1 {
        return false;
    }
    let word = String::from_utf8_lossy(word).to_ascii_lowercase();
    strsim::osa_distance(&word, "hicuda") <= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_found_and_other_words_are_not() {
        for word in ["hicdua", "hicude", "hcuda", "hicudda", "HICUDA", "ihcuda"] {
            assert!(is_nearly_ours(word.as_bytes()), "{word}");
        }
        for word in ["hicuda", "cuda", "omp", "cudalite", "once", "GCC", "unroll"] {
            assert!(!is_nearly_ours(word.as_bytes()), "{word}");
        }
        assert_eq!(pragma_word(b"  # pragma  hicdua x\n"), Some((12, b"hicdua".as_slice())));
        for (pragma, expected) in [
            ("omp parallel for", true),
            ("omp target teams distribute", true),
            ("acc kernels", true),
            ("omp barrier", false),
            ("acc update host(for)", false),
        ] {
            assert_eq!(said(pragma) == Some(Pragma::Loop), expected, "{pragma}");
        }
        assert_eq!((pragma_word(b"#pragmahicdua"), pragma_word(b"int x;")), (None, None));
    }
}
