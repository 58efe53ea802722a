//! One directive: its names resolved, its numbers checked.

use hir::{
    AllocInit, CudaLite, Directive, DirectiveId, DirectiveKind, ExprId, ExprKind, GlobalAction,
    KernelClauses, Padding, PartitionClauses, Reduction, Section, SharedAction, SharedCopyin, TileClauses,
    UseDevice, VarId, When,
};
use syntax::ast::{self, DirectiveKind as Ast};

use super::{operands, sections, times};
use crate::resolver::Resolver;

/// Resolves a directive.
pub(super) fn directive(resolver: &mut Resolver<'_>, id: ast::DirectiveId) -> DirectiveId {
    let unit = resolver.ast;
    let written = &unit.directives[id];
    let kind = match &written.kind {
        Ast::Kernel { name, tblock, thread, nowait, fastmath, defines } => {
            let (nowait, fastmath) = (*nowait, *fastmath);
            let tblock =
                tblock.as_ref().map(|dims| operands::sizes(resolver, dims, "a number of thread blocks"));
            let thread = thread.as_ref().map(|dims| operands::sizes(resolver, dims, "a number of threads"));
            let (name, name_span) = (name.symbol, name.span);
            let defines = variables(resolver, defines.as_deref().unwrap_or_default());
            DirectiveKind::Kernel(KernelClauses {
                name,
                name_span,
                tblock,
                thread,
                nowait,
                fastmath,
                defines,
            })
        }
        Ast::LoopPartition {
            over_tblock,
            names_distribution,
            block_entry,
            over_thread,
            thread_entry,
            jam,
            run,
            vector,
            reductions,
            private,
            independent,
        } => {
            let block_entry =
                block_entry.map(|n| operands::factor(resolver, n, "the entry of `over_tblock`"));
            let thread_entry =
                thread_entry.map(|n| operands::factor(resolver, n, "the entry of `over_thread`"));
            let jam = jam.map(|n| operands::factor(resolver, n, "the factor of `jam`"));
            let run = run.map(|n| operands::factor(resolver, n, "the run of `jam`"));
            let reductions = reductions.iter().map(|clause| reduction(resolver, clause)).collect();
            let vector = vector.iter().map(|&name| sections::whole_variable(resolver, name)).collect();
            let private = private.iter().map(|&name| sections::whole_variable(resolver, name)).collect();
            let (over_tblock, over_thread, independent) = (*over_tblock, *over_thread, *independent);
            DirectiveKind::LoopPartition(PartitionClauses {
                over_tblock,
                names_distribution: *names_distribution,
                block_entry,
                over_thread,
                thread_entry,
                jam,
                run,
                vector,
                reductions,
                private,
                independent,
                snapshots: Vec::new(),
                inside: None,
            })
        }
        Ast::Singular => DirectiveKind::Singular,
        Ast::Barrier => DirectiveKind::Barrier,
        Ast::Assume(conditions) => DirectiveKind::Assume(
            conditions.iter().map(|&condition| operands::condition(resolver, condition)).collect(),
        ),
        Ast::Atomic => DirectiveKind::Atomic,
        Ast::UseDevice { arrays, reads, writes } => {
            let list = |resolver: &mut Resolver<'_>, names: &Option<Vec<ast::ExprId>>| {
                variables(resolver, names.as_deref().unwrap_or_default())
            };
            DirectiveKind::UseDevice(UseDevice {
                arrays: variables(resolver, arrays),
                reads: list(resolver, reads),
                writes: list(resolver, writes),
            })
        }
        Ast::Stage { length, arrays, tile } => DirectiveKind::Stage {
            length: operands::factor(resolver, *length, "the length of a strip"),
            arrays: variables(resolver, arrays),
            tile: tile_clauses(resolver, tile),
        },
        Ast::Fuse => DirectiveKind::Fuse,
        Ast::Fission => DirectiveKind::Fission,
        Ast::Wavefront(coefficients) => {
            DirectiveKind::Wavefront(operands::coefficients(resolver, coefficients))
        }
        Ast::Snapshot(arrays) => DirectiveKind::Snapshot(variables(resolver, arrays)),
        Ast::Shape(items) => {
            DirectiveKind::Shape(items.iter().map(|item| sections::shape(resolver, item)).collect())
        }
        Ast::Tile(sizes) => DirectiveKind::Tile(operands::sizes(resolver, sizes, "a tile size")),
        Ast::Permute(names) => {
            DirectiveKind::Permute(names.iter().map(|name| (name.symbol, name.span)).collect())
        }
        Ast::Schedule(tuples) => {
            DirectiveKind::Schedule(tuples.iter().map(|tuple| times::tuple(resolver, tuple)).collect())
        }
        Ast::Unroll(ast::UnrollFactor::Full) => DirectiveKind::Unroll(None),
        Ast::Unroll(ast::UnrollFactor::Times(n)) => {
            DirectiveKind::Unroll(Some(operands::factor(resolver, *n, "the factor of `unroll`")))
        }
        Ast::Collapse(n) => {
            DirectiveKind::Collapse(operands::factor(resolver, *n, "the number of loops to collapse"))
        }
        Ast::CudaLite(annotation) => DirectiveKind::CudaLite(cuda_lite(resolver, annotation)),
        Ast::KernelEnd | Ast::SingularEnd | Ast::Error => DirectiveKind::Error,
        Ast::GlobalAlloc { .. }
        | Ast::GlobalCopyin(_)
        | Ast::GlobalCopyout { .. }
        | Ast::GlobalFree(_)
        | Ast::ConstantCopyin(_)
        | Ast::ConstantRemove(_)
        | Ast::TextureCopyin { .. }
        | Ast::TextureRemove(_)
        | Ast::SharedAlloc { .. }
        | Ast::SharedCopyout { .. }
        | Ast::SharedRemove(_) => data(resolver, &written.kind),
    };
    let when = written.when.as_ref().map(|when| When {
        condition: resolver.condition(when.condition, "`when`"),
        span: when.span,
        others: Vec::new(),
    });
    let bound =
        resolver.program.directives.alloc(Directive { kind, span: written.span, line: written.line, when });
    let others = written.when.iter().flat_map(|when| when.others.clone());
    let others: Vec<DirectiveId> = others.map(|other| directive(resolver, other)).collect();
    resolver.program.directives[bound].when.iter_mut().for_each(|when| when.others.clone_from(&others));
    bound
}

/// The directives that move data.
fn data(resolver: &mut Resolver<'_>, kind: &Ast) -> DirectiveKind {
    match kind {
        Ast::GlobalAlloc { var, pinned, init } => {
            let section = sections::section(resolver, var);
            let init = match init {
                ast::AllocInit::None => AllocInit::None,
                ast::AllocInit::Copyin(part) => AllocInit::Copyin(optional(resolver, part.as_ref())),
                ast::AllocInit::Clear => AllocInit::Clear,
            };
            DirectiveKind::Global(GlobalAction::Alloc { section, pinned: *pinned, init })
        }
        Ast::GlobalCopyin(var) => {
            DirectiveKind::Global(GlobalAction::Copyin(sections::section(resolver, var)))
        }
        Ast::GlobalCopyout { var, to } => {
            let section = sections::section(resolver, var);
            let to = optional(resolver, to.as_ref());
            DirectiveKind::Global(GlobalAction::Copyout { section, to })
        }
        Ast::GlobalFree(names) => DirectiveKind::Global(GlobalAction::Free(variables(resolver, names))),
        Ast::ConstantCopyin(vars) => {
            DirectiveKind::ConstantCopyin(vars.iter().map(|var| sections::section(resolver, var)).collect())
        }
        Ast::ConstantRemove(names) => DirectiveKind::ConstantRemove(variables(resolver, names)),
        Ast::TextureCopyin { var, address, filter } => {
            let section = sections::section(resolver, var);
            DirectiveKind::TextureCopyin { section, address: *address, filter: *filter }
        }
        Ast::TextureRemove(names) => DirectiveKind::TextureRemove(variables(resolver, names)),
        Ast::SharedAlloc { var, copyin, tile } => {
            let section = sections::section(resolver, var);
            let copyin = copyin.as_ref().map(|copyin| SharedCopyin {
                nobndcheck: copyin.nobndcheck,
                section: optional(resolver, copyin.var.as_ref()),
            });
            let tile = tile_clauses(resolver, tile);
            DirectiveKind::Shared(SharedAction::Alloc { section, copyin, tile })
        }
        Ast::SharedCopyout { var, nobndcheck } => {
            let section = sections::section(resolver, var);
            DirectiveKind::Shared(SharedAction::Copyout { section, nobndcheck: *nobndcheck })
        }
        Ast::SharedRemove(names) => DirectiveKind::Shared(SharedAction::Remove(variables(resolver, names))),
        _ => DirectiveKind::Error,
    }
}

fn tile_clauses(resolver: &mut Resolver<'_>, written: &ast::TileClauses) -> TileClauses {
    let pad = match written.pad {
        None | Some(ast::Padding::Auto) => Padding::Auto,
        Some(ast::Padding::None) => Padding::None,
        Some(ast::Padding::Elements(n)) => Padding::Elements(operands::padding(resolver, n)),
    };
    let ahead = written.ahead.map(|sections| operands::sections_ahead(resolver, sections));
    TileClauses { pad, ahead, order: written.order }
}

fn optional(resolver: &mut Resolver<'_>, section: Option<&ast::SectionSpec>) -> Option<Section> {
    section.map(|section| sections::section(resolver, section))
}

fn variables(resolver: &mut Resolver<'_>, names: &[ast::ExprId]) -> Vec<ExprId> {
    names.iter().map(|&name| sections::variable(resolver, name)).collect()
}

fn reduction(resolver: &mut Resolver<'_>, clause: &ast::ReductionClause) -> Reduction {
    let vars = clause.vars.iter().map(|var| sections::section(resolver, var)).collect();
    Reduction { op: clause.op, fast: clause.fast, vars, places: clause.places.clone(), span: clause.span }
}

fn cuda_lite(resolver: &mut Resolver<'_>, annotation: &ast::CudaLiteAnnotation) -> CudaLite {
    match annotation {
        ast::CudaLiteAnnotation::Kernel { threads, blocks_per_sm } => CudaLite::Kernel(
            operands::size(resolver, *threads, "the number of threads per block"),
            operands::size(resolver, *blocks_per_sm, "the number of blocks per multiprocessor"),
        ),
        ast::CudaLiteAnnotation::Array { name, extents, .. } => {
            let var = named_variable(resolver, *name);
            let extents = operands::sizes(resolver, extents, "an extent of an array");
            CudaLite::Array { var, extents }
        }
        ast::CudaLiteAnnotation::BoundCheck => CudaLite::BoundCheck,
        ast::CudaLiteAnnotation::Loop { iterator, start, end, increment } => {
            // The loop below may declare its index in its head.
            let var = match resolver.scopes.name(iterator.symbol) {
                Some(_) => named_variable(resolver, *iterator),
                None => None,
            };
            let [start, end, increment] =
                [*start, *end, *increment].map(|e| operands::integer(resolver, e, "a bound of the loop"));
            CudaLite::Loop(var, start, end, increment)
        }
    }
}

/// The variable of this name; a name that is none is reported where names are.
fn named_variable(resolver: &mut Resolver<'_>, name: ast::Ident) -> Option<VarId> {
    let expr = resolver.name_expr(name.symbol, name.span);
    match resolver.program.exprs[expr].kind {
        ExprKind::Var(var) => Some(var),
        _ => None,
    }
}
