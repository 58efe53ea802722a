//! The knobs of a kernel: what its directives leave open.
//!
//! | knob | values besides the written one |
//! |---|---|
//! | `thread` | blocks of 32 to 1024 threads in the shapes that as many dimensions allow |
//! | `tblock` | the compiler's (each thread one round), or 2 to 16 blocks for each multiprocessor |
//! | `over_tblock` | the other of BLOCK and CYCLIC |
//! | `jam` of each shared loop | 1, 2, 4, 8 |
//! | `stage`, `tile`, `unroll` | other lengths, or none |
//! | `unroll` of an innermost loop without a directive | 2, 4, 8 |

use annotate::insert::lines_above;
use hir::{DirectiveId, DirectiveKind, Distribution, Node, PartitionClauses, Program, StmtId, StmtKind};
use source::Sources;

use crate::clauses::{Setting, arguments};
use crate::space::{Change, Kernel, Knob, LEFT_OUT, SiteId, Value};

/// Shapes of blocks by the number of dimensions, outermost first.
const SHAPES: [&[&[u64]]; 4] = [
    &[],
    &[&[32], &[64], &[128], &[256], &[512], &[1024]],
    &[
        &[1, 32],
        &[1, 64],
        &[2, 32],
        &[1, 128],
        &[2, 64],
        &[4, 32],
        &[8, 8],
        &[8, 16],
        &[16, 8],
        &[1, 256],
        &[2, 128],
        &[4, 64],
        &[8, 32],
        &[16, 16],
        &[32, 8],
        &[4, 128],
        &[8, 64],
        &[16, 32],
        &[32, 16],
        &[32, 32],
    ],
    &[
        &[1, 1, 64],
        &[1, 1, 128],
        &[1, 2, 32],
        &[1, 2, 64],
        &[1, 4, 32],
        &[1, 4, 64],
        &[1, 8, 32],
        &[2, 2, 32],
        &[2, 4, 32],
        &[4, 4, 8],
        &[4, 4, 16],
        &[4, 8, 8],
        &[8, 8, 8],
    ],
];
/// Blocks for each multiprocessor, where they take turns.
const TURNS: [u64; 4] = [2, 4, 8, 16];
/// Iterations that a thread runs at once.
const JAMS: [u64; 3] = [2, 4, 8];
const STRIPS: [u64; 4] = [8, 16, 32, 64];
const TILES: [u64; 4] = [8, 16, 32, 64];
const UNROLLS: [u64; 3] = [2, 4, 8];
/// More loops without a directive are left alone.
const MOST_PLAIN_LOOPS: usize = 2;

/// A directive of the region and the loop below it.
struct Marked {
    directive: DirectiveId,
    /// `over_tblock` loops around, itself included; and `over_thread`.
    depth: (usize, usize),
}

struct Region<'a> {
    program: &'a Program,
    sources: &'a Sources,
    marked: Vec<Marked>,
    /// Innermost loops without a directive.
    plain: Vec<StmtId>,
}

/// Finds the knobs of a kernel.
pub(crate) fn add(
    kernel: &mut Kernel,
    program: &Program,
    sources: &Sources,
    directive: DirectiveId,
    body: StmtId,
) {
    let mut region = Region { program, sources, marked: Vec::new(), plain: Vec::new() };
    region.walk(body, (0, 0), false);
    let blocks = region.marked.iter().map(|marked| marked.depth.0).max().unwrap_or(0);
    let threads = region.marked.iter().map(|marked| marked.depth.1).max().unwrap_or(0);
    let DirectiveKind::Kernel(clauses) = &program.directives[directive].kind else { return };
    // A clause that is written tells the dimensions, whoever takes which.
    let threads = clauses.thread.as_ref().map_or(threads, Vec::len);
    let blocks = clauses.tblock.as_ref().map_or(blocks, Vec::len);
    let mut knobs = Vec::new();
    knobs.extend(thread_knob(kernel, threads, clauses.thread.is_some()));
    knobs.extend(block_knob(program.device.gpu, kernel, blocks, clauses.tblock.is_some()));
    knobs.extend(region.distribution_knob(kernel));
    knobs.extend(region.loop_knobs(kernel));
    knobs.extend(region.plain_knobs());
    kernel.knobs = knobs.into_iter().filter(|knob| knob.values.len() > 1).collect();
}

fn knob(name: String, values: Vec<Value>) -> Knob {
    let written = Value { label: String::from("as written"), changes: Vec::new() };
    Knob { name, values: std::iter::once(written).chain(values).collect() }
}

/// A clause with these arguments, unless that is what is written.
fn clause(kernel: &Kernel, site: SiteId, name: &'static str, text: String) -> Option<Value> {
    let written = arguments(kernel.text(site), name).map(without_blanks);
    let changes = vec![Change::Clause(site, name, Setting::With(text.clone()))];
    (written != Some(without_blanks(&text))).then_some(Value { label: format!("({text})"), changes })
}

/// The clause left out, where it is written.
fn absent(label: &str, site: SiteId, name: &'static str, is_written: bool) -> Option<Value> {
    let changes = vec![Change::Clause(site, name, Setting::Absent)];
    is_written.then(|| Value { label: label.to_string(), changes })
}

fn without_blanks(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '\\').collect()
}

fn listed(sizes: &[u64]) -> String {
    sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}

fn thread_knob(kernel: &Kernel, dimensions: usize, is_written: bool) -> Option<Knob> {
    let own = kernel.own();
    let shapes = SHAPES.get(dimensions)?.iter();
    let sizes = shapes.filter_map(|shape| clause(kernel, own, "thread", listed(shape)));
    let values = sizes.chain(absent(LEFT_OUT, own, "thread", is_written)).collect();
    Some(knob(String::from("thread"), values))
}

fn block_knob(gpu: gpu::Gpu, kernel: &Kernel, dimensions: usize, is_written: bool) -> Option<Knob> {
    let own = kernel.own();
    let multiprocessors = u64::from(gpu.limits().multiprocessors);
    let turns = TURNS.iter().filter(|_| dimensions == 1);
    let sizes =
        turns.filter_map(|turns| clause(kernel, own, "tblock", (turns * multiprocessors).to_string()));
    let values = absent(LEFT_OUT, own, "tblock", is_written).into_iter().chain(sizes).collect();
    Some(knob(String::from("tblock"), values))
}

impl Region<'_> {
    /// Is there a loop in the statement? Statement nesting is bounded by the parser.
    fn walk(&mut self, stmt: StmtId, depth: (usize, usize), is_marked: bool) -> bool {
        let mut inner = depth;
        let mut marks = false;
        if let StmtKind::Annotated { directive, .. } = self.program.stmts[stmt].kind {
            if let DirectiveKind::LoopPartition(clauses) = &self.program.directives[directive].kind {
                inner.0 += usize::from(clauses.over_tblock.is_some());
                inner.1 += usize::from(clauses.over_thread);
            }
            self.marked.push(Marked { directive, depth: inner });
            marks = true;
        }
        let mut has_loop = false;
        for child in self.program.children(Node::Stmt(stmt)) {
            if let Node::Stmt(child) = child {
                has_loop |= self.walk(child, inner, marks);
            }
        }
        let is_loop = matches!(self.program.stmts[stmt].kind, StmtKind::For { .. });
        if is_loop && !has_loop && !is_marked {
            self.plain.push(stmt);
        }
        has_loop || is_loop
    }

    fn partition(&self, marked: &Marked) -> Option<&PartitionClauses> {
        match &self.program.directives[marked.directive].kind {
            DirectiveKind::LoopPartition(clauses) => Some(clauses),
            _ => None,
        }
    }

    /// All loops over blocks change together.
    fn distribution_knob(&self, kernel: &mut Kernel) -> Option<Knob> {
        let mut changes = Vec::new();
        let mut label = "";
        for marked in &self.marked {
            let Some(clauses) = self.partition(marked) else { continue };
            let Some(written) = clauses.over_tblock else { continue };
            // With an entry there are no words for a distribution.
            if clauses.block_entry.is_some() {
                return None;
            }
            let site = kernel.site(self.program, self.sources, marked.directive)?;
            label = match written {
                Distribution::Block => "(CYCLIC)",
                Distribution::Cyclic => "(BLOCK)",
            };
            let other = Setting::With(label.trim_matches(['(', ')']).to_string());
            changes.push(Change::Clause(site, "over_tblock", other));
        }
        let values = vec![Value { label: label.to_string(), changes }];
        (!label.is_empty()).then(|| knob(String::from("over_tblock"), values))
    }

    /// What each directive above a loop leaves open.
    fn loop_knobs(&self, kernel: &mut Kernel) -> Vec<Knob> {
        let mut found = Vec::new();
        for marked in &self.marked {
            let Some(site) = kernel.site(self.program, self.sources, marked.directive) else { continue };
            let line = self.line(marked.directive);
            match &self.program.directives[marked.directive].kind {
                DirectiveKind::LoopPartition(clauses) if clauses.over_thread => {
                    // What is read by vectors is read by neighbours.
                    let size =
                        |n: &u64| if clauses.vector.is_empty() { n.to_string() } else { format!("{n}:{n}") };
                    let sizes = JAMS.iter().filter_map(|n| clause(kernel, site, "jam", size(n)));
                    let none = absent("1", site, "jam", clauses.jam.is_some());
                    found.push(knob(format!("jam in line {line}"), none.into_iter().chain(sizes).collect()));
                }
                DirectiveKind::Stage { .. } => {
                    let Some((_, arrays)) =
                        arguments(kernel.text(site), "stage").and_then(|text| text.split_once(':'))
                    else {
                        continue;
                    };
                    let arrays = arrays.to_string();
                    let sizes =
                        STRIPS.iter().filter_map(|n| clause(kernel, site, "stage", format!("{n}:{arrays}")));
                    let values = sizes.chain([removed(site)]).collect();
                    found.push(knob(format!("stage in line {line}"), values));
                }
                DirectiveKind::Tile(sizes) => {
                    let each = |n: &u64| clause(kernel, site, "tile", listed(&vec![*n; sizes.len()]));
                    found.push(knob(format!("tile in line {line}"), TILES.iter().filter_map(each).collect()));
                }
                DirectiveKind::Unroll(_) => {
                    let each = |n: &u64| clause(kernel, site, "unroll", n.to_string());
                    let values = UNROLLS.iter().filter_map(each).chain([removed(site)]).collect();
                    found.push(knob(format!("unroll in line {line}"), values));
                }
                _ => {}
            }
        }
        found
    }

    /// Innermost loops that nobody has said anything about.
    fn plain_knobs(&self) -> Vec<Knob> {
        let mut found = Vec::new();
        for stmt in &self.plain {
            let Ok(lines) = lines_above(self.program, self.sources, *stmt) else { continue };
            let place = self.sources.map.line_column(self.program.stmts[*stmt].span.lo);
            let line = place.map_or(0, |(_, place)| place.line);
            let value = |n: &u64| {
                let edit = lines.above(&format!("unroll({n})"));
                Value { label: format!("({n})"), changes: vec![Change::Insert(lines.file, edit)] }
            };
            found.push(knob(format!("unroll in line {line}"), UNROLLS.iter().map(value).collect()));
        }
        if found.len() > MOST_PLAIN_LOOPS { Vec::new() } else { found }
    }

    fn line(&self, directive: DirectiveId) -> u32 {
        let place = self.sources.map.line_column(self.program.directives[directive].span.lo);
        place.map_or(0, |(_, place)| place.line)
    }
}

fn removed(site: SiteId) -> Value {
    Value { label: String::from(LEFT_OUT), changes: vec![Change::Remove(site)] }
}
