//! What CUDA C adds to C: predefined names, launches, constructors, overloads,
//! function templates and references.
//!
//! The names come from a [`prelude`] that is resolved like any declarations,
//! before the unit. Where C's rules for an expression do not do, the resolver
//! calls [`launch`], [`construct`], [`construct_init`] or [`overloaded_call`];
//! [`require_launch`] reports a kernel that is called like a function.

mod construct;
mod launch;
mod overloads;
mod prelude;
mod references;
mod templates;
mod textures;
pub use prelude::runtime_header;

use hir::{Item, VarStorage};

use crate::resolver::Resolver;

pub(crate) use construct::{
    construct, construct_init, default_init, dim3_list, dim3_literal, is_dim3_list, note_constant,
};
pub(crate) use launch::{launch, require_launch};
pub(crate) use overloads::overloaded_call;
pub(crate) use references::{literal, pass_references, reference_variable, refuse_references_in_kernel};
pub(crate) use templates::{Instances, bare_template, declare_template, template_call, template_value};

/// Declares `dim3`, `threadIdx`, the vector types, the runtime API and the
/// intrinsics in the file scope. They are no items of the unit: `nvcc`
/// declares them too.
pub(crate) fn declare_prelude(resolver: &mut Resolver<'_>) {
    let unit = prelude::parse(resolver.sources, resolver.sink);
    let mut inner = Resolver::new(&unit, resolver.options, resolver.program, resolver.sources, resolver.sink);
    let mut items = Vec::new();
    inner.items(&unit.items, &mut items);
    let Resolver { scopes, linked, builtins, default_arguments, .. } = inner;
    resolver.scopes = scopes;
    resolver.linked = linked;
    resolver.builtins = builtins;
    resolver.default_arguments = default_arguments;
    for item in items {
        match item {
            Item::Prototype { function, .. } => resolver.program.functions[function].builtin = true,
            Item::Var { var, .. } => resolver.program.vars[var].storage = VarStorage::Predefined,
            _ => {}
        }
    }
}

#[cfg(test)]
#[path = "cuda_tests.rs"]
mod cuda_tests;
