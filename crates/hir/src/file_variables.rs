//! Does a value go from one function to another in a variable of the file?
//!
//! ```c
//! static double t;                          // old programs declare their scratch once for all
//! void rows(void)    { for (…) { t = a[i]; b[i] = t * t; } }
//! void columns(void) { for (…) { t = c[i]; d[i] = t + t; } }
//! ```
//! Each function sets `t` before it reads it, and calls nobody who mentions `t`; nobody keeps its address: it may as well declare a `t`
//! of its own. What "sets before it reads" means is the asker's to say.
//!
//! Invariant: where [`FileVariables::hold_nothing`] says so, no read in any function gets what another function, or another call of the
//! same one, has written.

use std::collections::{BTreeMap, HashSet};

use source::Sources;

use crate::{ExprId, ExprKind, FunctionId, Linkage, Node, Program, Qualifiers, StmtId, VarId, VarStorage};

/// The functions of a program with what they mention.
#[derive(Debug)]
pub struct FileVariables {
    functions: BTreeMap<FunctionId, Mentioned>,
    /// Functions that are named without being called: anybody may call those.
    handed_out: HashSet<FunctionId>,
    /// Variables whose address goes anywhere: others may read them without a mention.
    addressed: HashSet<VarId>,
    /// Is all of the program here, so that nobody else can read its variables?
    is_whole: bool,
}

/// What the body of a function mentions.
#[derive(Debug)]
struct Mentioned {
    body: StmtId,
    variables: HashSet<VarId>,
    calls: HashSet<FunctionId>,
}

impl FileVariables {
    /// Looks through all functions.
    pub fn new(program: &Program, sources: &Sources, linkage: &Linkage) -> FileVariables {
        let mut all = FileVariables {
            functions: BTreeMap::new(),
            handed_out: HashSet::new(),
            addressed: HashSet::new(),
            is_whole: true,
        };
        let mut has_main = false;
        for (id, function) in program.functions.iter() {
            let Some(body) = function.body else { continue };
            has_main |= sources.text(function.name) == "main";
            let (mut variables, mut calls) = (HashSet::new(), HashSet::new());
            let mut called = HashSet::new();
            for expr in program.exprs_below(body) {
                if let ExprKind::Var(var) = program.exprs[expr].kind {
                    variables.insert(var);
                }
                calls.extend(all.call(program, linkage, expr, &mut called));
            }
            all.addressed.extend(program.addressed_below(body));
            let is_known = |callee: &FunctionId| {
                program.functions[*callee].body.is_some() || program.is_of_system(*callee, &sources.map)
            };
            all.is_whole &= calls.iter().all(is_known);
            all.functions.insert(id, Mentioned { body, variables, calls });
        }
        all.is_whole &= has_main;
        // Those of other variables stand in a body.
        let is_static = |storage: VarStorage| {
            matches!(storage, VarStorage::Global | VarStorage::Internal | VarStorage::StaticLocal)
        };
        let statics = program.vars.iter().filter(|(_, var)| is_static(var.storage));
        let inits = statics.filter_map(|(_, var)| var.init.as_ref());
        for expr in inits.flat_map(|init| program.init_exprs(init)) {
            for expr in program.exprs_below(Node::Expr(expr)) {
                if let ExprKind::Var(var) = program.exprs[expr].kind {
                    all.addressed.insert(var);
                }
                all.call(program, linkage, expr, &mut HashSet::new());
            }
        }
        all
    }

    /// The function that an expression calls; one that it names otherwise is handed out.
    fn call(
        &mut self,
        program: &Program,
        linkage: &Linkage,
        expr: ExprId,
        called: &mut HashSet<ExprId>,
    ) -> Option<FunctionId> {
        match program.exprs[expr].kind {
            // A call comes before what it calls.
            ExprKind::Call { callee, .. } => {
                let function = program.called_function(callee)?;
                called.extend(program.exprs_below(callee));
                Some(linkage.definition(program, function))
            }
            ExprKind::Function(function) if !called.contains(&expr) => {
                self.handed_out.insert(linkage.definition(program, function));
                None
            }
            _ => None,
        }
    }

    /// Holds a variable nothing between functions, if `sets_first` says of a body that it sets it before it reads it?
    pub fn hold_nothing(
        &self,
        program: &Program,
        var: VarId,
        sets_first: &dyn Fn(StmtId, VarId) -> bool,
    ) -> bool {
        let names = self.names(program, var);
        let is_volatile =
            |var: &VarId| program.types.strip(program.vars[*var].ty).quals.has(Qualifiers::VOLATILE);
        if names.is_empty() || names.iter().any(|var| is_volatile(var) || self.addressed.contains(var)) {
            return false;
        }
        let mentions = |function: &FunctionId| {
            self.functions
                .get(function)
                .is_some_and(|found| names.iter().any(|name| found.variables.contains(name)))
        };
        self.functions.iter().filter(|(id, _)| mentions(id)).all(|(id, found)| {
            !self.handed_out.contains(id)
                && !self.leads_to(found, &mentions)
                && names
                    .iter()
                    .filter(|name| found.variables.contains(name))
                    .all(|name| sets_first(found.body, *name))
        })
    }

    /// What each file calls it; nothing where somebody else may have a name for it.
    fn names(&self, program: &Program, var: VarId) -> Vec<VarId> {
        let declared = &program.vars[var];
        match declared.storage {
            VarStorage::Internal => vec![var],
            VarStorage::Global | VarStorage::Extern if self.is_whole => {
                let is_same = |other: &crate::Var| {
                    other.name == declared.name
                        && matches!(other.storage, VarStorage::Global | VarStorage::Extern)
                };
                program.vars.iter().filter(|(_, other)| is_same(other)).map(|(id, _)| id).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Do the calls of a function lead to one of these?
    fn leads_to(&self, from: &Mentioned, these: &dyn Fn(&FunctionId) -> bool) -> bool {
        let mut seen: HashSet<FunctionId> = HashSet::new();
        let mut pending: Vec<FunctionId> = from.calls.iter().copied().collect();
        while let Some(function) = pending.pop() {
            if these(&function) {
                return true;
            }
            if seen.insert(function) {
                pending.extend(self.functions.get(&function).into_iter().flat_map(|found| &found.calls));
            }
        }
        false
    }
}
