//! What pragmas of OpenMP and OpenACC say of loops: a person's word that iterations may run at the same time.
//!
//! ```c
//! #pragma omp parallel for private(t) reduction(+: s)      iterations of `i` are independent, but for `s`,
//! for (i = 0; i < n; i++) …                                 and each has a `t` of its own
//! ```
//! The word is about the iterations as OpenMP runs them: each thread with its own copies of some variables,
//! and with sections that only one enters at a time. Where a loop needs any of that, the sequential program has
//! nothing that stands for it, and the hint is [`Hint::unusable`], with the reason.
//!
//! Invariant: a usable hint speaks of every object that the loop shares with other iterations, except its
//! [`Hint::reductions`], [`Hint::private`] and [`Hint::own_arrays`].

use std::collections::{BTreeSet, HashMap};

use analyze::Input;
use hir::foreign_pragma::{Clause, Family, ForeignPragma, list};
use hir::{ExprKind, Item, Node, ReductionOp, StmtId, StmtKind, VarId};

use crate::nests::{body_of, statements};

/// What is said of a loop.
#[derive(Clone, Debug)]
pub struct Hint {
    /// Who says it: `omp parallel for`.
    pub said_by: String,
    /// Scalars that iterations combine.
    pub reductions: Vec<(ReductionOp, VarId)>,
    /// Variables of which each iteration has its own.
    pub private: Vec<VarId>,
    /// Arrays that iterations combine.
    pub own_arrays: Vec<(ReductionOp, VarId)>,
    /// Why it cannot be followed.
    pub unusable: Option<String>,
}

/// The hints of a program, by loop.
pub fn hints(input: &Input<'_>) -> HashMap<StmtId, Hint> {
    let program = input.program;
    let mut reader = Reader { input, thread_private: thread_private(input), found: HashMap::new() };
    for (_, function) in program.functions.iter() {
        if let Some(body) = function.body {
            reader.below(body, &mut Vec::new());
        }
    }
    reader.found
}

/// The names in `omp threadprivate(x, y)`, anywhere in the program.
fn thread_private(input: &Input<'_>) -> BTreeSet<String> {
    let (program, sources) = (input.program, input.sources);
    let items = program.units.iter().flat_map(|unit| &unit.items);
    let in_files = items.filter_map(|item| match item {
        Item::Pragma(text) => ForeignPragma::read(&sources.text(*text)),
        _ => None,
    });
    let bodies = program.functions.iter().filter_map(|(_, function)| function.body);
    let in_functions = bodies.flat_map(|body| program.stmts_below(body));
    let in_functions = in_functions.filter_map(|stmt| program.foreign_pragma(sources, stmt));
    let all = in_files.chain(in_functions).filter(|pragma| pragma.says("threadprivate"));
    all.flat_map(|pragma| pragma.listed("").map(str::to_owned).collect::<Vec<_>>()).collect()
}

struct Reader<'a, 'p> {
    input: &'a Input<'p>,
    thread_private: BTreeSet<String>,
    found: HashMap<StmtId, Hint>,
}

/// A statement that several threads run.
struct Region {
    pragma: ForeignPragma,
    stmt: StmtId,
}

impl Reader<'_, '_> {
    /// Statement nesting is bounded by the parser.
    fn below(&mut self, stmt: StmtId, regions: &mut Vec<Region>) {
        let program = self.input.program;
        let mut about: HashMap<StmtId, Vec<ForeignPragma>> = HashMap::new();
        if let StmtKind::Block(stmts) = &program.stmts[stmt].kind {
            for (pragma, below) in program.under_pragmas(stmts) {
                let read = program.foreign_pragma(self.input.sources, pragma);
                about.entry(below).or_default().extend(read);
            }
        }
        for child in program.children(Node::Stmt(stmt)) {
            let Node::Stmt(child) = child else { continue };
            let child = program.without_labels(child);
            let depth = regions.len();
            for pragma in about.remove(&child).unwrap_or_default() {
                if pragma.is_about_loop() {
                    self.hint(child, &pragma, regions);
                } else if pragma.makes_threads() {
                    regions.push(Region { pragma, stmt: child });
                }
            }
            self.below(child, regions);
            regions.truncate(depth);
        }
    }

    fn hint(&mut self, at: StmtId, pragma: &ForeignPragma, regions: &[Region]) {
        let Some(claims) = claims(pragma, regions) else { return };
        let program = self.input.program;
        let mut level = at;
        for _ in 0..claims.loops {
            if !matches!(program.stmts[level].kind, StmtKind::For { .. }) {
                return;
            }
            let mut hint = self.of_loop(level, pragma, &claims);
            if hint.unusable.is_none() {
                hint.unusable = self.needs_threads(level, regions);
            }
            self.found.insert(level, hint);
            let Some(body) = body_of(program, level) else { return };
            match statements(program, body).as_slice() {
                [only] => level = *only,
                _ => return,
            }
        }
    }

    fn of_loop(&self, at: StmtId, pragma: &ForeignPragma, claims: &Claims) -> Hint {
        let mut hint = Hint {
            said_by: pragma.name(),
            reductions: Vec::new(),
            private: Vec::new(),
            own_arrays: Vec::new(),
            unusable: claims.unusable.clone(),
        };
        for (op, name) in &claims.reductions {
            let base = name.split('[').next().unwrap_or_default().trim();
            match self.outer_variable(at, base) {
                Some(var) if name.contains('[') || !self.is_scalar(var) => hint.own_arrays.push((*op, var)),
                Some(var) => hint.reductions.push((*op, var)),
                None => {}
            }
        }
        hint.private.extend(pragma.listed("private").filter_map(|name| self.outer_variable(at, name)));
        // Each thread begins with what was there, or leaves what the last one has: of scalars the sequential program
        // shows as much, and the check finds out whether it matters.
        for clause in ["firstprivate", "lastprivate", "linear"] {
            for name in pragma.listed(clause) {
                let base = name.split([':', '[']).next().unwrap_or_default().trim();
                if self.outer_variable(at, base).is_some_and(|var| self.is_compound(var)) {
                    hint.unusable
                        .get_or_insert(format!("each thread has a `{base}` of its own (`{clause}`)"));
                }
            }
        }
        hint
    }

    /// A variable of this name that the loop mentions and does not declare.
    fn outer_variable(&self, at: StmtId, name: &str) -> Option<VarId> {
        let program = self.input.program;
        let declared: BTreeSet<VarId> = program.declared_below(at).collect();
        let mut mentioned = program.variables_below(at).filter(|var| !declared.contains(var));
        mentioned.find(|var| self.input.name(*var) == name)
    }

    fn is_scalar(&self, var: VarId) -> bool {
        let (types, ty) = (&self.input.program.types, self.input.program.vars[var].ty);
        types.is_integer(ty) || types.is_real_floating(ty)
    }

    /// An array or a struct, of which a thread's own copy is more than a value.
    fn is_compound(&self, var: VarId) -> bool {
        !self.is_scalar(var) && !self.input.program.types.is_pointer(self.input.program.vars[var].ty)
    }

    /// What in a loop, or in the functions that it calls, only threads have.
    fn needs_threads(&self, at: StmtId, regions: &[Region]) -> Option<String> {
        let program = self.input.program;
        let mut bodies = vec![at];
        bodies.extend(
            crate::calls::callees(self.input, at).iter().filter_map(|id| program.functions[*id].body),
        );
        for body in bodies {
            for node in program.nodes(body) {
                let needed = match node {
                    Node::Stmt(stmt) => self.construct(stmt),
                    Node::Expr(expr) => self.own_of_thread(&program.exprs[expr].kind),
                };
                if needed.is_some() {
                    return needed;
                }
            }
        }
        regions.iter().find_map(|region| self.own_in_region(at, region))
    }

    /// `omp critical` and its like. Pragmas that share out loops inside are no other parallelism than ours.
    fn construct(&self, stmt: StmtId) -> Option<String> {
        let pragma = self.input.program.foreign_pragma(self.input.sources, stmt)?;
        let is_plain =
            pragma.is_about_loop() && !pragma.clauses.iter().any(|clause| clause.name == "ordered");
        (!is_plain).then(|| format!("`{}` stands inside", pragma.name()))
    }

    fn own_of_thread(&self, kind: &ExprKind) -> Option<String> {
        let program = self.input.program;
        match kind {
            ExprKind::Var(var) => {
                let name = self.input.name(*var);
                let is_local =
                    matches!(program.vars[*var].storage, hir::VarStorage::Local | hir::VarStorage::Param);
                let is_own =
                    program.vars[*var].thread_local || !is_local && self.thread_private.contains(&name);
                is_own.then(|| format!("each thread has a `{name}` of its own"))
            }
            ExprKind::Call { callee, .. } => {
                let name = self.input.function_name(program.called_function(*callee)?);
                let is_theirs = name.starts_with("omp_") || name.starts_with("acc_");
                is_theirs.then(|| format!("it calls `{name}`"))
            }
            _ => None,
        }
    }

    /// A variable of which each thread of a region around has its own, and which the loop uses with what it has there.
    fn own_in_region(&self, at: StmtId, region: &Region) -> Option<String> {
        let program = self.input.program;
        let mut own: BTreeSet<VarId> = program.declared_below(region.stmt).collect();
        let listed: BTreeSet<&str> = ["private", "firstprivate", "reduction", "copyin"]
            .iter()
            .flat_map(|clause| region.pragma.listed(clause))
            .map(|name| name.rsplit(':').next().unwrap_or_default().trim())
            .collect();
        let inside: BTreeSet<VarId> = program.declared_below(at).collect();
        let mentioned: BTreeSet<VarId> =
            program.variables_below(at).filter(|var| !inside.contains(var)).collect();
        own.extend(mentioned.iter().filter(|var| listed.contains(self.input.name(**var).as_str())));
        let changed: BTreeSet<VarId> =
            program.exprs_below(at).filter_map(|e| program.changed_variable(e)).collect();
        // What the loop itself assigns, it assigns before it is read, or the check says so.
        let is_used = |var: &&VarId| own.contains(var) && (self.is_compound(**var) || !changed.contains(var));
        let name = self.input.name(*mentioned.iter().find(is_used)?);
        Some(format!("each thread of `{}` has a `{name}` of its own", region.pragma.name()))
    }
}

/// What the clauses of a pragma say, before names have a meaning.
struct Claims {
    loops: usize,
    reductions: Vec<(ReductionOp, String)>,
    unusable: Option<String>,
}

/// `None` if it does not say that iterations are independent: `omp simd`, `acc loop seq`.
fn claims(pragma: &ForeignPragma, regions: &[Region]) -> Option<Claims> {
    let has = |name: &str| pragma.clauses.iter().any(|clause| clause.name == name);
    let is_around = |family: Family, word: &str| {
        regions.iter().any(|region| region.pragma.family == family && region.pragma.says(word))
    };
    let mut claims = Claims { loops: 1, reductions: Vec::new(), unusable: None };
    match pragma.family {
        Family::OpenMp => {
            if !["for", "distribute", "loop"].iter().any(|word| pragma.says(word)) {
                return None;
            }
            let makes_threads = pragma.says("parallel") || pragma.says("teams");
            let is_inside = is_around(Family::OpenMp, "parallel") || is_around(Family::OpenMp, "teams");
            if !makes_threads && !is_inside {
                let why = "which threads come here, and with what of their own, this function does not say";
                claims.unusable = Some(why.into());
            }
        }
        Family::OpenAcc => {
            let is_parallel = pragma.says("parallel") || is_around(Family::OpenAcc, "parallel");
            if has("seq") || has("auto") || pragma.says("serial") || !(is_parallel || has("independent")) {
                return None;
            }
        }
    }
    for clause in &pragma.clauses {
        claims.add(clause);
    }
    Some(claims)
}

impl Claims {
    fn add(&mut self, Clause { name, arguments }: &Clause) {
        let arguments = arguments.as_deref().unwrap_or_default();
        match name.as_str() {
            // A number that a macro stands for covers the outermost loop at least.
            "collapse" => self.loops = arguments.parse().unwrap_or(1),
            "reduction" => match reductions(arguments) {
                Some(reductions) => self.reductions.extend(reductions),
                None => self.unusable = Some(format!("`reduction({arguments})` is not understood")),
            },
            "ordered" => self.unusable = Some("parts of its iterations are `ordered`".into()),
            name if IGNORED.contains(&name) => {}
            name => {
                self.unusable.get_or_insert(format!("its clause `{name}` is not understood"));
            }
        }
    }
}

/// Clauses that say where and how iterations run, or what `hint` reads by name.
const IGNORED: &[&str] = &[
    "private",
    "firstprivate",
    "lastprivate",
    "linear",
    "shared",
    "default",
    "schedule",
    "dist_schedule",
    "num_threads",
    "num_teams",
    "thread_limit",
    "if",
    "proc_bind",
    "nowait",
    "map",
    "defaultmap",
    "device",
    "order",
    "bind",
    "simdlen",
    "aligned",
    "independent",
    "gang",
    "worker",
    "vector",
    "num_gangs",
    "num_workers",
    "vector_length",
    "async",
    "wait",
    "copy",
    "copyin",
    "copyout",
    "create",
    "present",
    "pcopy",
    "pcopyin",
    "pcopyout",
    "present_or_copy",
    "present_or_copyin",
    "present_or_copyout",
    "no_create",
    "delete",
];

/// `+: s, t`
fn reductions(arguments: &str) -> Option<Vec<(ReductionOp, String)>> {
    let (op, names) = arguments.split_once(':')?;
    let op = match op.trim() {
        "+" | "-" => ReductionOp::Add,
        "*" => ReductionOp::Mul,
        "min" => ReductionOp::Min,
        "max" => ReductionOp::Max,
        "&" => ReductionOp::BitAnd,
        "|" => ReductionOp::BitOr,
        "^" => ReductionOp::BitXor,
        "&&" => ReductionOp::And,
        "||" => ReductionOp::Or,
        _ => return None,
    };
    Some(list(names).map(|name| (op, name.to_owned())).collect())
}
