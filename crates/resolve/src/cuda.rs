//! What CUDA C adds to C: predefined names, launches, constructors, overloads,
//! operators, member functions, function templates, references and streams.
//!
//! The names come from a [`prelude`] that is resolved like any declarations,
//! before the unit. Where C's rules for an expression do not do, the resolver
//! calls [`launch`], [`construct`], [`construct_init`] or [`overloaded_call`];
//! [`require_launch`] reports a kernel that is called like a function.

mod class_templates;
mod classes;
mod construct;
mod conversions;
mod launch;
mod method_templates;
mod methods;
mod not_in_c_plus_plus;
mod operators;
mod overload_sets;
mod overloads;
mod partial_specialisations;
mod prelude;
mod references;
pub(crate) mod rules;
mod streams;
mod templates;
mod textures;
pub use prelude::{LIBRARY, runtime_header, runtime_header_cpp};

use hir::{Item, VarStorage};

use crate::resolver::Resolver;

pub(crate) use class_templates::{class_instance, declare_class_template, refuse_shared_copy};
pub(crate) use classes::{
    Class, as_base, base, base_part, define_class, has_scope, is_base_of, member_type, member_typedefs,
    note_beginning, rename_inner, static_members, value_of_type,
};
pub(crate) use construct::{
    construct, construct_init, constructor_list, constructor_literal, default_init, is_constructor_list,
    note_constant,
};
pub(crate) use conversions::{as_number, converted};
pub(crate) use launch::{launch, require_launch};
pub(crate) use methods::{
    Methods, Receiver, check_new, define_methods, method_call, own_address, own_member,
};
pub(crate) use not_in_c_plus_plus::{as_in_cpp, check_constant, check_name, dynamic_of_another_type};
pub(crate) use operators::operator_call;
pub(crate) use overload_sets::{add_overload, declared_again, is_operator, overload_call};
pub(crate) use overloads::{REAL_FUNCTIONS, overloaded_call};
pub(crate) use references::{
    bound, literal, pass_references, reference_variable, refuse_references_in_kernel,
};
pub(crate) use streams::stream_chain;
pub(crate) use templates::{
    Argument, Instances, bare_template, declare_template, step_back, step_outside, template_call,
    template_value,
};

/// Declares `dim3`, `threadIdx`, the vector types, the runtime API and the
/// intrinsics in the file scope. They are no items of the unit: `nvcc`
/// declares them too.
pub(crate) fn declare_prelude(resolver: &mut Resolver<'_>) {
    let unit = prelude::parse(resolver.sources, resolver.sink);
    let mut inner = Resolver::new(&unit, resolver.options, resolver.program, resolver.sources, resolver.sink);
    let mut items = Vec::new();
    inner.items(&unit.items, &mut items);
    let Resolver { scopes, linked, builtins, default_arguments, overloads, .. } = inner;
    resolver.scopes = scopes;
    resolver.linked = linked;
    resolver.builtins = builtins;
    resolver.default_arguments = default_arguments;
    resolver.overloads = overloads;
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
