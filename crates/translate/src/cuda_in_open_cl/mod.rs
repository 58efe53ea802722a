//! A CUDA file in OpenCL: its kernels in OpenCL C, its host's text with another runtime in it.
//!
//! ```text
//! __global__ void scale(float *a, float f) { … }     static oclError_t launch_scale(oclDim3 grid, …) { … }
//! cudaMalloc(&d, n);                                  oclMalloc(&d, n);
//! dim3 grid(4, 4);                                    oclDim3 grid = oclMakeDim3(4, 4, 1);
//! scale<<<grid, 256>>>(d, 2);                         launch_scale(grid, oclMakeDim3(256, 1, 1), 0, d, 2);
//! ```
//! Kernels go the way of all kernels of the OpenCL target, through the typed program
//! ([`lower::open_cl`]); the host is edited token by token ([`host`]), so that its comments and layout
//! stay. The host is C++ as it was, or C where it was C: the runtime is both.

mod comments;
mod host;
mod packed;
mod pointers;

use std::collections::{HashMap, HashSet};

use diagnostics::{Diagnostic, codes};
use emit::Dialect;
use hir::{CudaSpecs, FunctionId, VarId};
use lower::Language;
use lower::open_cl::{HiddenArgument, Request, Said, cuda_words};

use crate::actions::Host;
use crate::api::Api;
use crate::cuda::Layout;
use crate::names::HostNames;
use crate::open_cl::{diagnostic, extensions, source_text, stem};
use crate::open_cl_devices::with_instruction;
use crate::open_cl_library;
use crate::words::quoted;
use crate::{OutputFile, Role, Unit, edits_collide, split};

/// Spells a CUDA file for OpenCL.
pub fn translate(mut unit: Unit<'_>, layout: Layout) -> Result<Vec<OutputFile>, Box<Diagnostic>> {
    let mut kernels = kernels(&unit)?;
    let symbols = symbols(&unit);
    let constants: HashMap<VarId, String> = symbols
        .iter()
        .filter(|(var, _)| unit.program.vars[**var].cuda.has(CudaSpecs::CONSTANT))
        .map(|(var, name)| (*var, name.clone()))
        .collect();
    let functions: Vec<FunctionId> = kernels.iter().map(|kernel| kernel.function).collect();
    let by_address = pointers::by_address(unit.program, unit.sources, &functions);
    let host = host::read(&mut unit, &symbols)?;
    let mut b = hir::Builder { program: unit.program, sources: unit.sources, origin: hir::Span::BUILTIN };
    let refused = |refusal| Box::new(diagnostic(refusal));
    let helpers = cuda_words::prepare(&mut b, &functions).map_err(refused)?;
    let comments = helpers.functions().map(|(comment, function)| (function, comment)).collect();
    let request = Request { kernels: functions.clone(), by_address, constants: &constants, comments };
    let said = lower::open_cl::legalize(&mut b, request).map_err(refused)?;
    for kernel in &mut kernels {
        kernel.name = unit.sources.text(unit.program.functions[kernel.function].name).into_owned();
    }
    let text = device_text(&unit, &functions, &said, &host);
    let name = stem(unit.sources, unit.file);
    let is_split = layout == Layout::Split;
    let opening = host.opening(&source_text((!is_split).then_some(text.as_str()), &name));
    let launchers: HashMap<FunctionId, String> =
        kernels.iter().map(|kernel| (kernel.function, kernel.launcher(&said, &symbols))).collect();
    let bytes = host
        .finish(&unit, &opening, &launchers)
        .map_err(|error| edits_collide(&error, unit.file, unit.sources))?;
    let mut files = vec![OutputFile { role: Role::Cpp, bytes }];
    if is_split {
        files.push(OutputFile { role: Role::Kernels, bytes: text.into_bytes() });
    }
    Ok(files)
}

/// A kernel, as the host knew it.
struct Kernel {
    function: FunctionId,
    /// As the device knows it.
    name: String,
    /// As launches know it.
    launcher: String,
    /// `float *a`, and `a` with whether it is a pointer.
    declared: Vec<String>,
    parameters: Vec<(VarId, String, bool)>,
}

/// All kernels of the program. They stand in the file that is translated.
fn kernels(unit: &Unit<'_>) -> Result<Vec<Kernel>, Box<Diagnostic>> {
    let (program, sources) = (&*unit.program, &*unit.sources);
    let mut printer =
        emit::Printer::new(program, sources, emit::Style { dialect: Dialect::C, ..Default::default() });
    let mut kernels = Vec::new();
    for (function, declared) in program.functions.iter() {
        if !declared.cuda.has(CudaSpecs::GLOBAL) || declared.body.is_none() {
            continue;
        }
        let file = sources.map.line_column(sources.expansions.outermost_call(declared.span).lo);
        if file.is_none_or(|(file, _)| file != unit.file) {
            let message = "a kernel of an included file is not translated to OpenCL";
            let help = "move it to the file that launches it";
            return Err(Box::new(Diagnostic::new(&codes::NOT_IN_OPENCL, declared.span, message).help(help)));
        }
        let names = declared.params.iter().map(|&param| printer.var_name(param));
        let parameters: Vec<(VarId, String, bool)> = declared
            .params
            .iter()
            .zip(names)
            .map(|(&param, name)| (param, name, program.types.is_pointer(program.vars[param].ty)))
            .collect();
        let spelled = parameters
            .iter()
            .map(|(param, name, _)| printer.declaration(program.vars[*param].ty.unqualified(), name))
            // A word of C alone; `stdbool.h` has this one for both.
            .map(|declared| declared.replace("_Bool", "bool"));
        kernels.push(Kernel {
            function,
            name: String::new(),
            launcher: launcher_name(unit, function),
            declared: spelled.collect(),
            parameters,
        });
    }
    Ok(kernels)
}

fn launcher_name(unit: &Unit<'_>, kernel: FunctionId) -> String {
    format!("launch_{}", unit.sources.text(unit.program.functions[kernel].name))
}

/// Variables of the device, and the host's names for their memory.
fn symbols(unit: &Unit<'_>) -> HashMap<VarId, String> {
    let (program, sources) = (&*unit.program, &*unit.sources);
    let named = |var: VarId| program.vars[var].name.map(|name| (var, sources.text(name).into_owned()));
    program
        .vars
        .ids()
        .filter(|&var| crate::cuda_host::is_device_variable(program, var))
        .filter_map(named)
        .collect()
}

/// The program of the device.
fn device_text(unit: &Unit<'_>, kernels: &[FunctionId], said: &Said, text: &host::Host) -> String {
    let (program, sources) = (&*unit.program, &*unit.sources);
    let host = Host {
        program,
        kir: unit.kir,
        sources,
        names: HostNames::new(unit.kir, program, sources),
        pointers: HashMap::new(),
        api: Api(Language::OpenCl),
        watched: false,
    };
    let functions = said.functions.iter().map(|(_, function)| *function);
    let all: Vec<FunctionId> = functions.chain(kernels.iter().copied()).collect();
    let mut parts =
        vec![extensions(said), split::needed_types(&host, &HashMap::new(), &all, Dialect::OpenCl)];
    parts.extend(crate::tables::numbers(program, sources, &all, &|_| true, Dialect::OpenCl));
    let start = sources.map.file(unit.file).start;
    let comments = |span: hir::Span| {
        text.comments.about(span.lo.wrapping_sub(start) as usize, span.hi.wrapping_sub(start) as usize)
    };
    let spelled = |function: FunctionId, comment: &str| {
        let style = emit::Style { dialect: Dialect::OpenCl, comments: Some(&comments), ..Default::default() };
        let mut printer = emit::Printer::new(program, sources, style);
        printer.item(&hir::Item::Function(function));
        let place = program.functions[function].span.lo.wrapping_sub(start) as usize;
        let own = match comment.is_empty() {
            true => text.above(place),
            false => vec![format!("// {comment}")],
        };
        let own: String = own.iter().map(|line| format!("{line}\n")).collect();
        format!("{own}{}", printer.finish().trim_start())
    };
    let called = said.functions.iter().map(|(comment, function)| spelled(*function, comment));
    parts.extend(called.map(with_instruction));
    parts.extend(kernels.iter().map(|kernel| spelled(*kernel, "")));
    let packed = packed::definitions(program, sources, &parts);
    parts.insert(1, packed);
    let library = open_cl_library::called_by(&parts);
    parts.splice(1..1, library);
    let parts: Vec<&str> = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
    format!("{}\n", parts.join("\n\n"))
}

impl Kernel {
    /// The function that launches it.
    fn launcher(&self, said: &Said, symbols: &HashMap<VarId, String>) -> String {
        let mut arguments: Vec<String> = Vec::new();
        for (_, name, is_pointer) in &self.parameters {
            let bytes = if *is_pointer { String::from("0") } else { format!("sizeof {name}") };
            arguments.push(format!("{{ &{name}, {bytes} }}"));
        }
        let mut before = String::new();
        for argument in said.hidden.get(&self.function).map_or(&[][..], Vec::as_slice) {
            arguments.push(match argument {
                HiddenArgument::Constant(var) | HiddenArgument::Counter(var) => {
                    let name = &symbols[var];
                    before.push_str(&format!(
                        "    if (ocl_status == oclSuccess)\n        ocl_status = ocl_symbol(&{name});\n"
                    ));
                    format!("{{ &{name}.memory, 0 }}")
                }
                HiddenArgument::Dynamic => String::from("{ NULL, ocl_bytes ? ocl_bytes : 1 }"),
                HiddenArgument::Offset(var) => {
                    let of = self.parameters.iter().find(|(param, ..)| param == var);
                    format!("{{ &{}, OCL_OFFSET }}", of.map_or("", |(_, name, _)| name))
                }
            });
        }
        let count = arguments.len();
        arguments.push(String::from("{ NULL, 0 }"));
        let own: String = self.declared.iter().map(|declared| format!(", {declared}")).collect();
        format!(
            "static oclError_t {}(oclDim3 ocl_grid, oclDim3 ocl_block, size_t ocl_bytes, oclStream_t ocl_in{own})\n{{\n    \
             static cl_kernel ocl_own;\n    \
             const oclArgument ocl_arguments[] = {{ {} }};\n    \
             oclError_t ocl_status = ocl_kernel(&ocl_program, ocl_source, {}, &ocl_own);\n{before}    \
             (void)ocl_bytes;\n    \
             if (ocl_status == oclSuccess)\n        \
             ocl_status = ocl_launch(ocl_own, ocl_grid, ocl_block, ocl_in, ocl_arguments, {count});\n    \
             return ocl_said(ocl_status);\n}}",
            self.launcher,
            arguments.join(", "),
            quoted(&self.name),
        )
    }
}

/// The pointers of kernels that may lead into the middle of a buffer.
type ByAddress = HashSet<VarId>;
