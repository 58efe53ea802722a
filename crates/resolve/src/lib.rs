//! `ast::Unit -> hir::Program`: what every name means and what type every
//! expression has.
//!
//! ```c
//! float a[8];  …  a[i] + 1
//! ```
//! becomes an `Index` of the decayed variable `a` added to an implicit cast of
//! `1` to `float`. Mistakes a C compiler would report are reported here, each
//! once: what could not be understood gets the error type, which is compatible
//! with everything and mentioned in no further message.
//!
//! Reading order: `resolver` (the state), `scopes`; `declarations` with
//! `specifiers`, `declarators`, `records`, `enums`, `variables`, `functions`;
//! `initializers`; `compatible` and `conversions`; `expressions`; `statements`
//! with `labels`, `switches` and `variable_scopes`.
//! `directives` and `cuda` add what is ours and NVIDIA's.

mod attributes;
mod compatible;
mod constant_initializers;
mod conversions;
mod cuda;
mod declarations;
mod declarators;
mod designators;
mod directives;
mod enums;
mod expressions;
mod filling;
mod functions;
mod initializers;
mod labels;
mod open_cl;
mod options;
mod pack;
mod records;
mod resolver;
mod scopes;
mod specifiers;
mod statements;
mod switches;
mod type_text;
mod variable_scopes;
mod variables;

pub use cuda::{LIBRARY as CUDA_LIBRARY, runtime_header, runtime_header_cpp};
pub use open_cl::types_in_c;
pub use options::{Options, Standard};

use diagnostics::Sink;
use source::Sources;
use syntax::ast;

/// Resolves one parsed unit into the program and returns the index of the new
/// `hir::Unit`. Names with external linkage are per unit; joining the units of
/// a program by name is the business of whoever looks across units.
pub fn resolve(
    unit: &ast::Unit,
    options: &Options,
    program: &mut hir::Program,
    sources: &mut Sources,
    sink: &mut Sink,
) -> usize {
    // Most units have no directives: then there is nothing to pair or place.
    let has_directives = !unit.directives.is_empty();
    let errors = sink.error_count();
    if has_directives {
        directives::check_pairing(unit, sources, sink);
    }
    let regions_fit = sink.error_count() == errors;
    let known = program.functions.len();
    let mut resolver = resolver::Resolver::new(unit, options, program, sources, sink);
    if options.cuda {
        cuda::declare_prelude(&mut resolver);
    }
    if options.open_cl {
        open_cl::declare_prelude(&mut resolver);
    }
    let unit = resolver.unit();
    if options.open_cl {
        open_cl::rename_words(program, sources);
    }
    if options.cuda && !options.open_cl && sink.error_count() == errors {
        cuda::rules::check(program, known, sources, sink);
    }
    if has_directives && regions_fit {
        directives::check_unit(program, unit, sources, sink);
    }
    unit
}

#[cfg(test)]
mod expressions_tests;
#[cfg(test)]
mod fixture;
#[cfg(test)]
mod initializers_tests;
#[cfg(test)]
mod messages_tests;
