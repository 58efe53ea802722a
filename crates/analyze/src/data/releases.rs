//! Which device copies of its callers a function releases.
//!
//! ```c
//! void finish(float *a, int n) {
//! #pragma hicuda global copyout a[0:n-1]
//! #pragma hicuda global free a
//! }
//! ```
//! `finish` releases the copy of what it is called with, and so does every
//! function that calls it with its own parameter. Only releases in the outermost
//! block count: elsewhere they may run more or less often than the call, and the
//! walk over the function says so.

use hir::{DirectiveKind, ExprId, ExprKind, FunctionId, GlobalAction, StmtKind, VarStorage};

use crate::arrivals::Call;
use crate::call_graph::{CallGraph, own_calls};
use crate::maps::HashMap;
use crate::{Input, Place};

/// What each function that leads to directives releases.
pub struct Releases<'g> {
    graph: &'g CallGraph,
    by_function: HashMap<FunctionId, Vec<Place>>,
}

impl<'g> Releases<'g> {
    /// Looks through the functions, callees first.
    pub fn new(input: &Input<'_>, graph: &'g CallGraph) -> Releases<'g> {
        let mut releases = Releases { graph, by_function: HashMap::default() };
        for function in graph.order.iter().rev() {
            let places = releases.of_function(input, *function);
            releases.by_function.insert(*function, places);
        }
        releases
    }

    /// The function that a call calls, if it leads to directives.
    pub fn callee(&self, input: &Input<'_>, call: ExprId) -> Option<FunctionId> {
        let ExprKind::Call { callee, .. } = &input.program.exprs[call].kind else { return None };
        let function = input.definition(input.program.called_function(*callee)?);
        Some(function).filter(|function| self.graph.leads(*function))
    }

    /// What a call releases, by the caller's names.
    pub fn released_by(
        &self,
        input: &Input<'_>,
        caller: FunctionId,
        callee: FunctionId,
        call: ExprId,
    ) -> Vec<Place> {
        let Some(released) = self.by_function.get(&callee).filter(|places| !places.is_empty()) else {
            return Vec::new();
        };
        let ExprKind::Call { args, .. } = &input.program.exprs[call].kind else { return Vec::new() };
        let kept = Default::default();
        let call = Call { input, graph: self.graph, caller, callee, args, kept: &kept, origins: None };
        released.iter().filter_map(|place| call.caller_place(place)).collect()
    }

    fn of_function(&self, input: &Input<'_>, function: FunctionId) -> Vec<Place> {
        let program = input.program;
        let Some(body) = program.functions[function].body else { return Vec::new() };
        let StmtKind::Block(stmts) = &program.stmts[body].kind else { return Vec::new() };
        let (mut made, mut released) = (Vec::new(), Vec::new());
        for stmt in stmts {
            let mut ended = Vec::new();
            if let StmtKind::Directive(directive) = &program.stmts[*stmt].kind {
                match &program.directives[*directive].kind {
                    DirectiveKind::Global(GlobalAction::Alloc { section, .. })
                    | DirectiveKind::TextureCopyin { section, .. } => {
                        made.extend(Place::of(program, section.base));
                    }
                    DirectiveKind::ConstantCopyin(sections) => {
                        made.extend(sections.iter().filter_map(|s| Place::of(program, s.base)));
                    }
                    DirectiveKind::Global(GlobalAction::Free(names))
                    | DirectiveKind::ConstantRemove(names)
                    | DirectiveKind::TextureRemove(names) => {
                        ended.extend(names.iter().filter_map(|name| Place::of(program, *name)));
                    }
                    _ => {}
                }
            }
            for call in own_calls(program, *stmt) {
                let callee = self.callee(input, call);
                ended.extend(
                    callee.iter().flat_map(|callee| self.released_by(input, function, *callee, call)),
                );
            }
            released.extend(ended.into_iter().filter(|place| !made.contains(place)));
        }
        let from_outside = |place: &Place| {
            !matches!(program.vars[place.var].storage, VarStorage::Local | VarStorage::StaticLocal)
        };
        released.retain(from_outside);
        released
    }
}
