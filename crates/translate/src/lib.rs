//! `kir::Program -> OutputFiles`: the user's file with its directives carried
//! out, in the spelling of a target.
//!
//! Host text is copied byte for byte; each [`kir::HostSite`] is replaced by
//! the target's statements, and kernels are inserted before the function they
//! came from. [`host_text`] makes the edits, [`transfer`] plans copies,
//! [`cuda`], [`open_cl`] and [`cpu`] spell the actions; [`reductions`] holds what CUDA needs to
//! combine the values of threads.

mod actions;
mod api;
mod assemble;
mod constants;
pub mod cpp_text;
pub mod cpu;
pub mod cuda;
pub mod cuda_host;
pub mod cuda_in_open_cl;
pub mod cxx;
mod device_functions;
mod grid_limits;
mod host_text;
mod kernels;
mod names;
mod on_processor;
pub mod open_cl;
mod open_cl_devices;
pub mod open_cl_kernels;
mod open_cl_library;
mod open_cl_textures;
pub mod open_cl_words;
mod own_types;
pub mod port;
pub mod prelude;
mod reductions;
mod simulated;
mod split;
mod tables;
mod transfer;
mod unused;
mod user_macros;
pub mod watch;
mod words;

use std::collections::{BTreeSet, HashMap};

use diagnostics::{Diagnostic, codes};
use source::{FileId, Sources, Span};

/// A file to be written.
#[derive(Debug, PartialEq, Eq)]
pub struct OutputFile {
    /// What it is.
    pub role: Role,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// What an output file is; the driver gives it a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Host and kernels in one.
    Whole,
    /// The host part, in C.
    Host,
    /// The kernels and their launchers.
    Kernels,
    /// Launchers in C, for kernels that are simulated.
    Launchers,
    /// A CUDA file in the words of another runtime.
    Ported,
    /// Host and kernels in C++.
    Cpp,
    /// What a file in C++ includes: the n-th of the program.
    CppHeader(usize),
}

/// One translation unit, ready to be spelled.
pub struct Unit<'a> {
    /// The program.
    pub program: &'a mut hir::Program,
    /// Its GPU work.
    pub kir: &'a kir::Program,
    /// Texts and names.
    pub sources: &'a mut Sources,
    /// Index in `hir::Program::units`.
    pub unit: usize,
    /// The input file.
    pub file: FileId,
    /// What its program needs of the header that its files share; `None` for
    /// a program whose only file has it all.
    pub shared: Option<&'a mut BTreeSet<prelude::Support>>,
    /// The macros of the program.
    pub macros: &'a MacroTable,
    /// It tells what its arrays hold, see [`watch`].
    pub watched: bool,
}

pub use kernels::MacroTable;

/// The host's pointer type of every device array, made before the program is
/// only read.
fn pointer_types(unit: &mut Unit<'_>) -> HashMap<kir::DeviceArrayId, hir::Type> {
    let mut b = hir::Builder { program: unit.program, sources: unit.sources, origin: Span::BUILTIN };
    unit.kir.arrays.iter().map(|(id, array)| (id, array.pointer_type(&mut b, true))).collect()
}

/// The host sites of the unit.
fn host_unit<'a>(unit: &Unit<'a>) -> Option<&'a kir::HostUnit> {
    let (kir, index) = (unit.kir, unit.unit);
    kir.host.iter().find(|h| h.unit == index)
}

/// Does any directive need this kind of action?
fn uses(unit: &kir::HostUnit, wanted: impl Fn(&kir::HostAction) -> bool) -> bool {
    unit.sites.iter().flat_map(|site| &site.actions).any(wanted)
}

/// Only the input file is written anew: a directive of a file that it includes
/// would stay what it is, and its kernel on the host.
fn require_own_sites(unit: &Unit<'_>, sites: &kir::HostUnit) -> Result<(), Box<Diagnostic>> {
    let sources = &*unit.sources;
    for site in &sites.sites {
        let at = sources.expansions.outermost_call(site.place);
        if sources.map.line_column(at.lo).is_none_or(|(file, _)| file != unit.file) {
            let message = "a directive of an included file cannot be carried out";
            return Err(Box::new(
                Diagnostic::new(&codes::DIRECTIVE_NOT_TRANSLATED, site.place, message)
                    .label("the file is included, and not written anew")
                    .help("move the function with the directives to a `.c` file"),
            ));
        }
    }
    Ok(())
}

/// Edits of one file overlap: the directives of one line cannot be carried out
/// separately.
pub fn edits_collide(error: &source::EditError, file: FileId, sources: &Sources) -> Box<Diagnostic> {
    let (source::EditError::OutOfRange(edit) | source::EditError::Overlap(_, edit)) = error;
    let start = sources.map.file(file).start;
    let span = Span::in_file(start + edit.start as u32, start + edit.end as u32);
    let message = "two changes of the host text collide here";
    Box::new(
        Diagnostic::new(&codes::EDITS_COLLIDE, span, message)
            .help("put every directive on a line of its own"),
    )
}

/// `matmul.c:12`, as messages of the generated program name a place. It also stands in comments, which
/// end where a name has a new line.
fn place_text(sources: &Sources, span: Span) -> String {
    let at = sources.expansions.outermost_call(span);
    match sources.map.written_line_column(at.lo) {
        Some((file, position)) => {
            let name = &sources.map.file(file).name;
            let base = name.rsplit('/').next().unwrap_or(name);
            format!("{}:{}", source::escaped(base), position.line)
        }
        None => String::from("?"),
    }
}
