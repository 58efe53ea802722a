//! The OpenCL target: a host in plain C, and kernels in OpenCL C that it compiles when they are
//! first launched.
//!
//! ```text
//! static const char ocl_source[] =
//!     "__kernel void scale(__global float *restrict a, int n)\n"
//!     …
//! static oclError_t launch_scale(oclDim3 grid, oclDim3 block, float *a, int n)
//! ```
//! The host calls a runtime of CUDA's shape (`oclMalloc`, `oclMemcpy2D`) that stands in the file and
//! has OpenCL behind it, so that all that is said about hosts is said in [`crate::cuda`]. With
//! `--split` the kernels are in a `.cl` beside it, which the host reads.

use std::collections::{BTreeSet, HashMap};

use diagnostics::{Diagnostic, codes};
use emit::{Dialect, Names};
use hir::{FunctionId, VarId};
use kir::KernelId;
use lower::Language;
use lower::cuda::CudaKernel;
use lower::open_cl::{HiddenArgument, Refusal, Request, Said};
use source::{EditError, FileId, Sources};

use crate::actions::Host;
use crate::api::Api;
use crate::assemble::{functions_with_sites, insert, kernel_comment};
use crate::cuda::{CudaRuntime, Layout, Lowered, lower_unit, support};
use crate::host_text::HostText;
use crate::kernels::function_text;
use crate::names::HostNames;
use crate::open_cl_devices::{vector_loads, with_aligned_constants, with_instruction};
use crate::prelude::Support;
use crate::tables::{self, Tables};
use crate::words::quoted;
use crate::{
    OutputFile, Role, Unit, constants, edits_collide, host_unit, open_cl_textures, pointer_types, prelude,
    reductions, require_own_sites, split, unused,
};

/// Spells a unit for OpenCL.
pub fn translate(mut unit: Unit<'_>, layout: Layout) -> Result<Vec<OutputFile>, Box<Diagnostic>> {
    let Some(sites) = host_unit(&unit) else { return Ok(Vec::new()) };
    require_own_sites(&unit, sites)?;
    refuse_libraries(sites)?;
    let lowered = lower_unit(&mut unit, Language::OpenCl);
    let names = HostNames::new(unit.kir, unit.program, unit.sources);
    let said = legalize(&mut unit, &lowered, &names).map_err(|refusal| Box::new(diagnostic(refusal)))?;
    let pointers = pointer_types(&mut unit);
    let (program, sources) = (&*unit.program, &*unit.sources);
    let (api, watched) = (Api(Language::OpenCl), unit.watched);
    let host = Host { program, kir: unit.kir, sources, names, pointers, api, watched };
    let work = Work { host: &host, kernels: &lowered.kernels, said: &said, unit: &unit, sites };
    let kernels = work.kernels();
    let source = match layout {
        Layout::Split => Source::File,
        Layout::OneFile | Layout::Simulated => Source::Text(&kernels),
    };
    let mut files = Vec::new();
    let mut support = BTreeSet::new();
    let bytes =
        work.host_file(&source, &mut support).map_err(|error| edits_collide(&error, unit.file, sources))?;
    files.push(OutputFile { role: Role::Whole, bytes });
    if layout == Layout::Split && !kernels.is_empty() {
        files.push(OutputFile { role: Role::Kernels, bytes: kernels.into_bytes() });
    }
    if let Some(shared) = unit.shared {
        shared.extend(support);
    }
    Ok(files)
}

fn legalize(unit: &mut Unit<'_>, lowered: &Lowered, names: &HostNames) -> Result<Said, Refusal> {
    let arrays = &unit.kir.arrays;
    let params = unit.kir.kernels.iter().flat_map(|(_, kernel)| &kernel.params);
    let by_address = params.filter_map(|param| match param.value {
        // An image is handed over whole.
        kir::ParamValue::Array { array, .. }
            if arrays[array].is_texture() && arrays[array].dims.len() > 1 =>
        {
            None
        }
        kir::ParamValue::Array { array, .. } if arrays[array].by_address => Some(param.var),
        _ => None,
    });
    let kernels = unit.kir.kernels.iter().map(|(id, _)| lowered.kernels[&id].function);
    let request = Request {
        kernels: kernels.collect(),
        by_address: by_address.collect(),
        constants: &names.constants,
        comments: lowered.helpers.functions().map(|(comment, function)| (function, comment)).collect(),
    };
    let mut b = hir::Builder { program: unit.program, sources: unit.sources, origin: hir::Span::BUILTIN };
    lower::open_cl::legalize(&mut b, request)
}

pub(crate) fn diagnostic(refusal: Refusal) -> Diagnostic {
    let code = if refusal.is_clash { &codes::POINTER_OF_TWO_MEMORIES } else { &codes::NOT_IN_OPENCL };
    Diagnostic::new(code, refusal.span, refusal.message).help(refusal.help)
}

/// A library of the device cannot work in a buffer by its address.
fn refuse_libraries(sites: &kir::HostUnit) -> Result<(), Box<Diagnostic>> {
    let Some((place, _)) = sites.addresses.first() else { return Ok(()) };
    let message =
        "`use_device` is not translated to OpenCL: a buffer has no address that the host could hand over";
    let help = "run the program with `--target cuda` or `cpu`";
    Err(Box::new(Diagnostic::new(&codes::NOT_IN_OPENCL, *place, message).help(help)))
}

/// Where the host has the kernels from.
enum Source<'a> {
    /// From a string in its own text.
    Text(&'a str),
    /// From the file beside it.
    File,
}

/// Everything that is spelled.
struct Work<'a, 'u> {
    host: &'a Host<'a>,
    kernels: &'a HashMap<KernelId, CudaKernel>,
    said: &'a Said,
    unit: &'a Unit<'u>,
    sites: &'a kir::HostUnit,
}

impl Work<'_, '_> {
    /// The program of the device; empty for a file that only moves data.
    fn kernels(&self) -> String {
        if self.kernels.is_empty() {
            return String::new();
        }
        let (program, sources) = (self.host.program, self.host.sources);
        let functions: Vec<FunctionId> = self.said.functions.iter().map(|(_, function)| *function).collect();
        let mut parts = vec![extensions(self.said)];
        let types = split::needed_types(self.host, self.kernels, &functions, Dialect::OpenCl);
        parts.push(with_aligned_constants(self.host, types));
        let tables = Tables::of(self.host.kir, program, sources);
        let mut all: Vec<VarId> = Vec::new();
        for table in self.host.kir.kernels.iter().flat_map(|(_, kernel)| &kernel.tables) {
            all.extend((!all.contains(table)).then_some(*table));
        }
        parts.extend(tables.definitions(program, sources, &all, Dialect::OpenCl));
        let own = self.kernels.values().map(|kernel| kernel.function);
        let mentioning: Vec<FunctionId> = functions.iter().copied().chain(own).collect();
        parts.extend(tables::numbers(program, sources, &mentioning, &|_| true, Dialect::OpenCl));
        let mut names = Names::default();
        tables.rename(program, &mut names);
        let text = |function: FunctionId, comment: &str| {
            function_text(program, sources, function, Dialect::OpenCl, comment, names.clone(), &|_| false)
        };
        for (comment, function) in &self.said.functions {
            parts.push(with_instruction(text(*function, comment)));
        }
        for (id, kernel) in self.host.kir.kernels.iter() {
            parts.push(text(self.kernels[&id].function, &kernel_comment(sources, kernel)));
        }
        parts.insert(1, vector_loads(&parts));
        parts.insert(1, open_cl_textures::texels(&parts));
        let parts: Vec<&str> = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
        format!("{}\n", parts.join("\n\n"))
    }

    fn host_file(&self, source: &Source<'_>, shared: &mut BTreeSet<Support>) -> Result<Vec<u8>, EditError> {
        let (program, sources) = (self.host.program, self.host.sources);
        let runtime = CudaRuntime::new(self.host, self.kernels, true);
        let mut text = HostText::new(sources, self.unit.file);
        self.host.spell_sites(self.sites, &runtime, &mut text);
        let mentioned = |var| self.host.mentions(self.sites, var);
        unused::remove(program, sources, self.unit.file, self.sites, &mentioned, &mut text);
        let opening = self.opening(source, shared);
        let mut parts = |owner| {
            let fills = constants::fills(self.host, owner).into_iter();
            let mut parts: Vec<String> =
                fills.map(|name| format!("oclError_t {name}(const void *host);")).collect();
            for (id, _) in self.host.kir.kernels.iter().filter(|(_, kernel)| kernel.owner == owner) {
                parts.push(self.launcher(id));
            }
            parts
        };
        insert(&functions_with_sites(program, self.sites), &opening, &mut parts, &mut text);
        text.finish()
    }

    /// Runtime, kernels and the memory of constants.
    fn opening(&self, source: &Source<'_>, shared: &mut BTreeSet<Support>) -> String {
        let original = &self.host.sources.map.file(self.unit.file).bytes;
        let mut pieces = vec![Support::OpenCl];
        pieces.extend(support(self.host, self.sites));
        let headers = ["stdio.h", "stdlib.h", "string.h"];
        let own_header = self.host.api.host_opening();
        let shared = self.unit.shared.is_some().then_some(shared);
        let mut text = prelude::opening(self.host.api, &own_header, (original, &headers), &pieces, shared);
        if let Some(memory) = reductions::memory_of(self.kernels.values()) {
            text.push_str(&self.host.api.spell(&memory));
        }
        if !self.kernels.is_empty() {
            let kernels = match source {
                Source::Text(kernels) => Some(*kernels),
                Source::File => None,
            };
            text.push_str(&source_text(kernels, &stem(self.host.sources, self.unit.file)));
        }
        for constant in constants::all(self.host) {
            text.push_str(&self.constant(constant));
        }
        for (_, counter) in self.counters() {
            text.push_str(&format!("static void *{counter};\n\n"));
        }
        text
    }

    /// The device's memory of a constant, and the function that fills it.
    fn constant(&self, constant: constants::Constant) -> String {
        let name = self.host.printer(Dialect::C).var_name(constant.var);
        let setter = constants::setter(self.host, constant);
        let bytes = self.host.program.size_of(self.host.program.vars[constant.var].ty).unwrap_or(0);
        format!(
            "static void *{name};\n\n{setter}\n{{\n    \
             oclError_t status = {name} ? oclSuccess : oclMalloc(&{name}, {bytes});\n    \
             return status == oclSuccess ? oclMemcpy({name}, host, {bytes}, oclMemcpyHostToDevice) : status;\n}}\n\n"
        )
    }

    /// The counters of kernels, by variable.
    fn counters(&self) -> Vec<(VarId, String)> {
        let kernels = self.host.kir.kernels.iter().map(|(id, _)| &self.kernels[&id]);
        let counters = kernels.filter_map(|kernel| kernel.blocks_done);
        counters.map(|var| (var, self.host.printer(Dialect::C).var_name(var))).collect()
    }

    /// The function that the host calls to start a kernel.
    fn launcher(&self, id: KernelId) -> String {
        let kernel = &self.kernels[&id];
        let hidden = self.said.hidden.get(&kernel.function).map_or(&[][..], Vec::as_slice);
        let params = &self.host.program.functions[kernel.function].params;
        let own = &params[..params.len().saturating_sub(hidden.len())];
        let heading = split::launcher_heading_of(self.host, id, own, Dialect::C);
        let mut printer = self.host.printer(Dialect::C);
        let mut arguments: Vec<String> = Vec::new();
        for &param in own {
            let name = printer.var_name(param);
            let ty = self.host.program.vars[param].ty;
            let is_memory = self.host.program.types.is_pointer(ty) || printer.type_text(ty) == "image2d_t";
            let bytes = if is_memory { String::from("0") } else { format!("sizeof {name}") };
            arguments.push(format!("{{ &{name}, {bytes} }}"));
        }
        let mut before = String::new();
        for argument in hidden {
            arguments.push(match *argument {
                HiddenArgument::Constant(var) => format!("{{ &{}, 0 }}", printer.var_name(var)),
                HiddenArgument::Dynamic => String::from("{ 0, 1 }"),
                HiddenArgument::Offset(var) => format!("{{ &{}, OCL_OFFSET }}", printer.var_name(var)),
                HiddenArgument::Counter(var) => {
                    let name = printer.var_name(var);
                    before.push_str(&COUNTER.replace("NAME", &name));
                    format!("{{ &{name}, 0 }}")
                }
            });
        }
        let split::LaunchNames { grid, block, stream, .. } = split::launch_names(self.host, own);
        let stream = crate::cuda::stream(self.host, id).map_or("NULL", |_| &stream);
        let name = quoted(&self.host.sources.text(self.host.program.functions[kernel.function].name));
        let count = arguments.len();
        arguments.push(String::from("{ 0, 0 }"));
        format!(
            "static {heading}\n{{\n    static cl_kernel ocl_own;\n    \
             const oclArgument ocl_arguments[] = {{ {} }};\n    \
             oclError_t ocl_status = ocl_kernel(&ocl_program, ocl_source, {name}, &ocl_own);\n{before}    \
             if (ocl_status != oclSuccess)\n        return ocl_status;\n    \
             return oclLaunch(ocl_own, {grid}, {block}, {stream}, ocl_arguments, {count});\n}}",
            arguments.join(", ")
        )
    }
}

/// What the device must have beyond OpenCL 1.2.
pub(crate) fn extensions(said: &Said) -> String {
    let extension = |name: &str| format!("#pragma OPENCL EXTENSION {name} : enable\n");
    let double = said.uses_double.then(|| extension("cl_khr_fp64"));
    let wide = said.uses_wide_atomics.then(|| extension("cl_khr_int64_base_atomics"));
    double.into_iter().chain(wide).collect()
}

/// The kernels as a string of the host, or how it reads them from `stem.cl`.
pub(crate) fn source_text(kernels: Option<&str>, stem: &str) -> String {
    let Some(kernels) = kernels else {
        return READ_SOURCE.replace("NAME", &quoted(&format!("{stem}.cl")));
    };
    let lines: Vec<String> =
        kernels.lines().map(|line| format!("    {}", quoted(&format!("{line}\n")))).collect();
    format!(
        "// The kernels, compiled on the device that runs them.\n\
         static const char ocl_source[] =\n{};\nstatic cl_program ocl_program;\n\n",
        lines.join("\n")
    )
}

/// The name of an input without its ending.
pub(crate) fn stem(sources: &Sources, file: FileId) -> String {
    let stem = std::path::Path::new(&sources.map.file(file).name).file_stem();
    stem.map_or_else(|| String::from("input"), |stem| stem.to_string_lossy().into_owned())
}

/// Before the first launch of a kernel that counts.
const COUNTER: &str = "    if (ocl_status == oclSuccess && !NAME) {
        ocl_status = oclMalloc(&NAME, sizeof(cl_uint));
        if (ocl_status == oclSuccess)
            ocl_status = oclMemset(NAME, 0, sizeof(cl_uint));
    }
";

/// A host whose kernels are in a file of their own.
const READ_SOURCE: &str = r#"// The kernels are beside the program, or in the folder that WARPLOOM_KERNELS names.
static const char *ocl_read_source(void)
{
    static char *text;
    const char *folder = getenv("WARPLOOM_KERNELS");
    char path[4096];
    FILE *file;
    long length;
    if (text)
        return text;
    snprintf(path, sizeof path, "%s/%s", folder ? folder : ".", NAME);
    file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0 || (length = ftell(file)) < 0) {
        fprintf(stderr, "%s cannot be read: WARPLOOM_KERNELS names the folder of the kernels\n", path);
        exit(EXIT_FAILURE);
    }
    rewind(file);
    text = (char *)calloc((size_t)length + 1, 1);
    if (!text || fread(text, 1, (size_t)length, file) != (size_t)length) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(EXIT_FAILURE);
    }
    fclose(file);
    return text;
}
#define ocl_source ocl_read_source()
static cl_program ocl_program;

"#;
