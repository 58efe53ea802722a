//! The targets CUDA and HIP: one `.cu` with host and kernels, or host C and a `.cu`
//! with kernels and launchers. The texts are CUDA's; [`Api`] puts HIP's names in them.

use std::collections::{BTreeSet, HashMap, HashSet};

use diagnostics::{Diagnostic, codes};
use emit::{Dialect, Names};
use hir::{FunctionId, Symbol};
use kir::{HostUnit, KernelId, Stream};
use lower::Language;
use lower::cuda::{CudaKernel, Helpers, ResultMemory};
use source::{EditError, FileId};

use crate::actions::{Direction, Host, Launch, Runtime, Texture};
use crate::api::Api;
use crate::assemble::{functions_with_sites, insert, kernel_comment};
use crate::constants::{self, Constant};
use crate::cxx::{self, Obstacle};
use crate::device_functions::{self, Marks};
use crate::host_text::HostText;
use crate::kernels::{MacroTable, function_text};
use crate::names::HostNames;
use crate::open_cl_textures;
use crate::prelude::Support;
use crate::tables::{self, Tables};
use crate::transfer::Plan;
use crate::words::product;
use crate::{
    OutputFile, Role, Unit, edits_collide, grid_limits, host_unit, own_types, pointer_types, prelude,
    reductions, require_own_sites, simulated, split, unused, uses,
};

/// What comes out, and why it is in two files if it is.
pub struct CudaOutput {
    /// The files.
    pub files: Vec<OutputFile>,
    /// What kept the host in C.
    pub obstacles: Vec<Obstacle>,
    /// For a simulator: the kernels, and the constants they use.
    pub kernels: Vec<FunctionId>,
    /// See `kernels`.
    pub constants: Vec<hir::VarId>,
}

/// How the output is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// One `.cu`, if the host can be C++.
    OneFile,
    /// Host C and a `.cu` with kernels.
    Split,
    /// Host C and launchers in C; the kernels stay in the typed program.
    Simulated,
}

/// Spells a unit in CUDA or a language like it.
pub fn translate(
    mut unit: Unit<'_>,
    language: Language,
    layout: Layout,
) -> Result<CudaOutput, Box<Diagnostic>> {
    let mut output =
        CudaOutput { files: Vec::new(), obstacles: Vec::new(), kernels: Vec::new(), constants: Vec::new() };
    let Some(sites) = host_unit(&unit) else { return Ok(output) };
    require_own_sites(&unit, sites)?;
    let conversion = match layout {
        Layout::OneFile => cxx::convert(unit.program, unit.sources, unit.file),
        Layout::Split | Layout::Simulated => Err(Vec::new()),
    };
    let Lowered { kernels, functions, helpers } = lower_unit(&mut unit, language);
    let pointers = pointer_types(&mut unit);
    let (program, sources) = (&*unit.program, &*unit.sources);
    let names = HostNames::new(unit.kir, program, sources);
    let (api, watched) = (Api(language), unit.watched);
    let host = Host { program, kir: unit.kir, sources, names, pointers, api, watched };
    let (kernels, functions, file, macros) = (&kernels, &functions, unit.file, unit.macros);
    let work = Work { host: &host, kernels, functions, file, sites, macros, helpers: &helpers };
    let collide = |error| edits_collide(&error, unit.file, sources);
    let prints = host.kir.kernels.iter().any(|(_, kernel)| kernel.prints);
    match conversion {
        Ok(conversion) => {
            let mut bytes = work.one_file(&conversion).map_err(collide)?;
            if prints {
                // HIP declares the device's `printf` in its header: before the functions that call it.
                bytes.splice(0..0, host.api.kernels_opening().bytes());
            }
            output.files.push(OutputFile { role: Role::Whole, bytes });
        }
        Err(obstacles) => {
            output.obstacles = obstacles;
            let bytes = work.host_file(unit.shared).map_err(collide)?;
            output.files.push(OutputFile { role: Role::Host, bytes });
            if layout == Layout::Simulated {
                require_own_memory(sites)?;
                let bytes = simulated::launchers(&host, kernels, functions).into_bytes();
                output.files.push(OutputFile { role: Role::Launchers, bytes });
                output.kernels = kernels.values().map(|kernel| kernel.function).collect();
                let tables = host.kir.kernels.iter().flat_map(|(_, kernel)| kernel.tables.iter().copied());
                let constants = host.kir.arrays.iter().filter_map(|(_, array)| array.constant);
                let counters = kernels.values().filter_map(|kernel| kernel.blocks_done);
                output.constants = constants.chain(tables).chain(counters).collect();
            } else {
                // A file that only moves data has no kernels.
                let kernels = work.kernel_file();
                let includes = if prints { "#include <stdio.h>\n\n" } else { "" };
                if !kernels.trim().is_empty() {
                    let opening = host.api.kernels_opening();
                    let bytes = format!("{opening}{includes}{kernels}").into_bytes();
                    output.files.push(OutputFile { role: Role::Kernels, bytes });
                }
            }
        }
    }
    Ok(output)
}

/// The simulator's device memory is in another process, where no library can reach it.
fn require_own_memory(sites: &HostUnit) -> Result<(), Box<Diagnostic>> {
    let Some((place, _)) = sites.addresses.first() else { return Ok(()) };
    let message = "a library cannot work in the simulator's device memory";
    Err(Box::new(
        Diagnostic::new(&codes::DIRECTIVE_NOT_TRANSLATED, *place, message)
            .label("`use_device` hands over this address")
            .help("run the program with `--target cpu`, where device memory is memory of the program"),
    ))
}

/// What the kernels of a unit became.
pub(crate) struct Lowered {
    pub kernels: HashMap<KernelId, CudaKernel>,
    /// Device functions, callees first.
    pub functions: Vec<FunctionId>,
    pub helpers: Helpers,
}

/// Lowers the kernels of a unit and the functions that they call.
pub(crate) fn lower_unit(unit: &mut Unit<'_>, language: Language) -> Lowered {
    let mut helpers = Helpers::new(language, unit.sources);
    let mut kernels = HashMap::new();
    let mut functions: Vec<FunctionId> = Vec::new();
    for (id, kernel) in unit.kir.kernels.iter() {
        let lowered = lower::cuda::lower(kernel, &unit.kir.arrays, &mut helpers, unit.program, unit.sources);
        kernels.insert(id, lowered);
        functions
            .extend(kernel.functions.iter().filter(|f| !functions.contains(f)).copied().collect::<Vec<_>>());
    }
    for &function in &functions {
        let mut b = hir::Builder { program: unit.program, sources: unit.sources, origin: hir::Span::BUILTIN };
        // A clone belongs to one kernel.
        let is_clone = b.program.functions[function].def_span.is_none();
        let is_fast = |kernel: &kir::Kernel| kernel.fastmath && kernel.functions.contains(&function);
        let fastmath = is_clone && unit.kir.kernels.iter().any(|(_, kernel)| is_fast(kernel));
        lower::cuda::spelling::spell_device_function(&mut b, function, fastmath, &mut helpers);
    }
    Lowered { kernels, functions, helpers }
}

/// Everything that is spelled.
struct Work<'a> {
    host: &'a Host<'a>,
    kernels: &'a HashMap<KernelId, CudaKernel>,
    /// Device functions, callees first.
    functions: &'a [FunctionId],
    file: FileId,
    sites: &'a HostUnit,
    macros: &'a MacroTable,
    /// Device functions that combine the values of threads.
    helpers: &'a Helpers,
}

impl Work<'_> {
    /// Host and kernels in one `.cu`.
    fn one_file(&self, conversion: &cxx::Conversion) -> Result<Vec<u8>, EditError> {
        let (program, sources) = (self.host.program, self.host.sources);
        let runtime = CudaRuntime::new(self.host, self.kernels, false);
        let mut text = HostText::new(sources, self.file);
        self.host.spell_sites(self.sites, &runtime, &mut text);
        self.remove_unused(&mut text);
        self.apply(conversion, &mut text);
        let macros = self.macros;
        let (all, sites) = (self.functions, self.sites);
        let tables = Tables::of(self.host.kir, program, sources);
        let marks = Marks::of(program, sources, self.file, sites, all, &tables);
        for (_, place, words) in &marks.words {
            text.insert_at(*place, words);
        }
        let copied: Vec<FunctionId> = all.iter().copied().filter(|f| !marks.has(*f)).collect();
        let mut names = self.device_names(&copied);
        names.vars.extend(self.host.names.constants.clone());
        tables.rename(program, &mut names);
        let mut printed = HashSet::new();
        let mut printed_tables = HashSet::new();
        let mut printed_constants = HashSet::new();
        let mut is_first = true;
        let types = split::types_of_other_files(self.host, &copied, self.file, Dialect::Cuda);
        let mut parts = |owner| {
            let place = program.functions[owner].def_span.unwrap_or(hir::Span::BUILTIN);
            let may_name = |name| macros.holds_before(name, place, sources);
            let functions = self.functions_of(owner);
            let constants = &mut printed_constants;
            let constants = constants::declarations(self.host, owner, &functions, constants, Dialect::Cuda);
            let mut parts: Vec<String> = constants.into_iter().collect();
            if std::mem::take(&mut is_first) {
                parts.extend((!types.is_empty()).then(|| types.clone()));
                let linkage = hir::Linkage::new(program);
                let elsewhere = |var| linkage.variable_in(program, var, sites.unit) != Some(var);
                parts.extend(tables::numbers(program, sources, &copied, &elsewhere, Dialect::Cuda));
            }
            for (id, kernel) in self.host.kir.kernels.iter().filter(|(_, k)| k.owner == owner) {
                let new_tables: Vec<_> =
                    kernel.tables.iter().copied().filter(|t| printed_tables.insert(*t)).collect();
                parts.extend(tables.definitions(program, sources, &new_tables, Dialect::Cuda));
                let new = |f: &&FunctionId| copied.contains(f) && printed.insert(**f);
                for function in kernel.functions.iter().filter(new) {
                    parts.push(self.device_function(*function, &names, &may_name));
                }
                parts.push(self.kernel_text(id, &names, &may_name));
            }
            parts
        };
        let mut opening = self.opening(self.host.api.kernels_opening(), None);
        let helpers = self.helpers();
        if !helpers.is_empty() {
            opening.push_str(&helpers);
            opening.push('\n');
        }
        insert(&functions_with_sites(program, self.sites), &opening, &mut parts, &mut text);
        text.finish()
    }

    /// The host in C: launches are calls.
    fn host_file(&self, shared: Option<&mut BTreeSet<Support>>) -> Result<Vec<u8>, EditError> {
        let runtime = CudaRuntime::new(self.host, self.kernels, true);
        let mut text = HostText::new(self.host.sources, self.file);
        self.host.spell_sites(self.sites, &runtime, &mut text);
        self.remove_unused(&mut text);
        let (program, sources) = (self.host.program, self.host.sources);
        let beside = |includes: &str| own_types::beside(program, sources, includes);
        let opening = match shared {
            Some(_) => beside(&self.opening("", shared)),
            None => self.opening(&beside(&self.host.api.host_opening()), None),
        };
        let mut parts = |owner| {
            let mut lines: Vec<String> = Vec::new();
            for constant in constants::filled_by(self.host, owner) {
                lines.push(format!("{};", constants::setter(self.host, constant)));
            }
            let fills = constants::fills(self.host, owner).into_iter();
            lines.extend(
                fills.map(|name| self.host.api.spell(&format!("cudaError_t {name}(const void *host);"))),
            );
            for (id, _) in self.host.kir.kernels.iter().filter(|(_, k)| k.owner == owner) {
                lines.push(format!(
                    "{};",
                    split::launcher_heading(self.host, id, self.kernels[&id].function, Dialect::C)
                ));
            }
            if lines.is_empty() { lines } else { vec![lines.join("\n")] }
        };
        insert(&functions_with_sites(self.host.program, self.sites), &opening, &mut parts, &mut text);
        text.finish()
    }

    /// Kernels and launchers.
    fn kernel_file(&self) -> String {
        let nothing = |_| false;
        let mut parts = vec![split::needed_types(self.host, self.kernels, self.functions, Dialect::Cuda)];
        parts.extend(constants::store(self.host));
        for constant in constants::all(self.host) {
            parts.push(constants::definition(self.host, constant));
        }
        let (program, sources) = (self.host.program, self.host.sources);
        let tables = Tables::of(self.host.kir, program, sources);
        let mut all: Vec<hir::VarId> = Vec::new();
        for table in self.host.kir.kernels.iter().flat_map(|(_, k)| &k.tables) {
            all.extend((!all.contains(table)).then_some(*table));
        }
        parts.extend(tables.definitions(program, sources, &all, Dialect::Cuda));
        parts.extend(tables::numbers(program, sources, self.functions, &|_| true, Dialect::Cuda));
        let mut names = Names { vars: self.host.names.constants.clone(), ..Names::default() };
        tables.rename(program, &mut names);
        parts.push(self.helpers());
        for &function in self.functions {
            parts.push(self.device_function(function, &names, &nothing));
        }
        for (id, _) in self.host.kir.kernels.iter() {
            parts.push(self.kernel_text(id, &names, &nothing));
            parts.push(split::launcher(self.host, id, &self.kernels[&id]));
        }
        let parts: Vec<&str> = parts.iter().map(|p| p.trim_end()).filter(|p| !p.is_empty()).collect();
        format!("{}\n", parts.join("\n\n"))
    }

    /// The kernels of a function of the host, and what they call.
    fn functions_of(&self, owner: FunctionId) -> Vec<FunctionId> {
        let kernels = self.host.kir.kernels.iter().filter(|(_, kernel)| kernel.owner == owner);
        let functions = |(id, kernel): (KernelId, &kir::Kernel)| {
            let called = kernel.functions.iter().copied();
            called.chain([self.kernels[&id].function]).collect::<Vec<_>>()
        };
        kernels.flat_map(functions).collect()
    }

    fn kernel_text(&self, id: KernelId, names: &Names, may_name: &dyn Fn(Symbol) -> bool) -> String {
        let (program, sources) = (self.host.program, self.host.sources);
        let comment = kernel_comment(sources, &self.host.kir.kernels[id]);
        let kernel = &self.kernels[&id];
        let text = function_text(
            program,
            sources,
            kernel.function,
            Dialect::Cuda,
            &comment,
            names.clone(),
            may_name,
        );
        let Some(counter) = kernel.blocks_done.and_then(|var| program.vars[var].name) else { return text };
        let counter = sources.text(counter);
        format!("static __device__ unsigned int {counter};\n\n{text}")
    }

    /// Device functions that read and copy, and those that combine the values of threads.
    fn helpers(&self) -> String {
        let (program, sources) = (self.host.program, self.host.sources);
        let text = |(comment, function): (String, FunctionId)| {
            let names = Names::default();
            function_text(program, sources, function, Dialect::Cuda, &comment, names, &|_| false)
        };
        let copies = match self.host.api.0 {
            Language::Cuda => prelude::CUDA_COPIES,
            Language::Hip | Language::OpenCl => prelude::HIP_COPIES,
        };
        let copies = self.kernels.values().any(|kernel| kernel.loads_ahead).then_some(copies);
        let whole = self.kernels.values().any(|kernel| kernel.reads_whole).then_some(prelude::CUDA_WHOLE);
        let memory = copies.into_iter().chain(whole).map(String::from);
        memory.chain(self.helpers.functions().map(text)).collect::<Vec<_>>().join("\n")
    }

    /// The device's own copy of a function.
    fn device_function(
        &self,
        function: FunctionId,
        names: &Names,
        may_name: &dyn Fn(Symbol) -> bool,
    ) -> String {
        let (program, sources) = (self.host.program, self.host.sources);
        let text = function_text(program, sources, function, Dialect::Cuda, "", names.clone(), may_name);
        // Other files may have a copy too, or a function of this name.
        let linkage = if program.functions[function].is_static { "" } else { "static " };
        format!("{linkage}__device__ {}", text.trim_start())
    }

    /// The host keeps functions of these names.
    fn device_names(&self, copied: &[FunctionId]) -> Names {
        device_functions::names(self.host.program, self.host.sources, copied)
    }

    /// What stands before the first function with directives.
    fn opening(&self, own_header: &str, shared: Option<&mut BTreeSet<Support>>) -> String {
        let has_textures = self.host.kir.arrays.iter().any(|(_, a)| a.is_texture());
        let mut headers = vec!["stdio.h", "stdlib.h"];
        let original = &self.host.sources.map.file(self.file).bytes;
        let pieces = support(self.host, self.sites);
        // Both fill or copy bytes.
        let needs_bytes = has_textures || pieces.contains(&Support::ScatteredRows);
        headers.extend(needs_bytes.then_some("string.h"));
        let mut opening = prelude::opening(self.host.api, own_header, (original, &headers), &pieces, shared);
        if let Some(memory) = reductions::memory_of(self.kernels.values()) {
            opening.push_str(&self.host.api.spell(&memory));
        }
        opening
    }

    fn remove_unused(&self, text: &mut HostText<'_>) {
        let mentioned = |var| self.host.mentions(self.sites, var);
        unused::remove(self.host.program, self.host.sources, self.file, self.sites, &mentioned, text);
    }

    /// Casts, outside of what is replaced anyway.
    fn apply(&self, conversion: &cxx::Conversion, text: &mut HostText<'_>) {
        let replaced = |span: &hir::Span| {
            self.sites.sites.iter().any(|s| s.place.lo <= span.lo && span.hi <= s.place.hi)
        };
        for (span, cast) in conversion.before.iter().filter(|(span, _)| !replaced(span)) {
            text.insert_at(span.start(), cast);
        }
        for (span, closing) in conversion.after.iter().filter(|(span, _)| !replaced(span)) {
            text.insert_at(span.end(), closing);
        }
        for (span, word) in conversion.replace.iter().filter(|(span, _)| !replaced(span)) {
            text.substitute(*span, word);
        }
    }
}

/// The pieces of support that the actions of a unit need.
pub(crate) fn support(host: &Host<'_>, sites: &HostUnit) -> Vec<Support> {
    let mut pieces = vec![Support::Cuda];
    if uses(sites, |a| !a.kernels().is_empty()) {
        pieces.push(Support::CudaLaunch);
    }
    let in_stream = |is_it: fn(Stream) -> bool| {
        uses(sites, |a| a.kernels().iter().any(|kernel| stream(host, *kernel).is_some_and(is_it)))
    };
    if in_stream(|stream| matches!(stream, Stream::Group(_))) {
        pieces.push(Support::CudaStreams);
    }
    if in_stream(|stream| stream == Stream::Round) {
        pieces.push(Support::CudaRounds);
    }
    let is_tested = |kernel: &KernelId| {
        let kernel = &host.kir.kernels[*kernel];
        !kernel.required.is_empty() || !grid_limits::tests(host, kernel).is_empty()
    };
    if uses(sites, |a| matches!(a, kir::HostAction::Require(_)) || a.kernels().iter().any(is_tested)) {
        pieces.push(Support::Require);
    }
    if host.kir.arrays.iter().any(|(_, a)| a.by_address || a.remembered) {
        pieces.push(Support::ByAddress);
    }
    if host.kir.arrays.iter().any(|(_, a)| a.is_texture()) {
        pieces.push(Support::CudaTexture);
    }
    if host.api.0 != Language::OpenCl && host.kir.arrays.iter().any(|(_, a)| a.pinned && !a.by_address) {
        pieces.push(Support::CudaPinned);
    }
    if host.has_copy(sites, |plan| plan.scattered) {
        pieces.push(Support::ScatteredRows);
    }
    if prelude::is_mpi_program(host.sources) {
        pieces.push(Support::CudaDevice);
    }
    pieces
}

pub(crate) struct CudaRuntime<'a> {
    pub host: &'a Host<'a>,
    pub kernels: &'a HashMap<KernelId, CudaKernel>,
    /// Kernels are in a file of their own.
    pub split: bool,
    /// In a round of a loop, the name of its stream.
    round: Option<&'a str>,
}

impl<'a> CudaRuntime<'a> {
    pub(crate) fn new(
        host: &'a Host<'a>,
        kernels: &'a HashMap<KernelId, CudaKernel>,
        split: bool,
    ) -> CudaRuntime<'a> {
        CudaRuntime { host, kernels, split, round: None }
    }

    /// `hicuda_check(cudaFree(d_a), place);`, in a round `hicuda_check(cudaFreeAsync(d_a, stream), place);`
    fn queued(&self, function: &str, args: &str, place: &str) -> String {
        match self.round {
            Some(stream) => self.checked(&format!("{function}Async"), &format!("{args}, {stream}"), place),
            None => self.checked(function, args, place),
        }
    }

    /// `hicuda_check(cudaFree(d_a), place);`
    fn checked(&self, function: &str, args: &str, place: &str) -> String {
        format!("hicuda_check({}({args}), {place});", self.spell(function))
    }

    /// A text in CUDA's words, in those of the target.
    fn spell(&self, text: &str) -> String {
        self.host.api.spell(text)
    }

    /// The host goes on while the kernel runs: what follows on the device waits for it there, and
    /// a copy back to the host waits here.
    fn launched(&self, call: &str, place: &str) -> String {
        format!("hicuda_launched({call}, {place});")
    }
}

impl Runtime for CudaRuntime<'_> {
    fn dialect(&self) -> Dialect {
        if self.split { Dialect::C } else { Dialect::Cuda }
    }

    fn alloc(&self, declaration: &str, name: &str, bytes: &str, place: &str) -> Vec<String> {
        let mut lines = self.choose_device(place);
        lines.push(format!("{declaration};"));
        lines.push(self.queued("cudaMalloc", &format!("(void **)&{name}, {bytes}"), place));
        lines
    }

    fn wait(&self, place: &str) -> Vec<String> {
        vec![self.checked("cudaDeviceSynchronize", "", place)]
    }

    fn in_turn(&self) -> Option<Box<dyn Runtime + '_>> {
        let round = Some(self.host.names.stream());
        has_rounds(self.host).then(|| Box::new(CudaRuntime { round, ..*self }) as Box<dyn Runtime>)
    }

    fn begin_round(&self) -> Vec<String> {
        let line = |stream| format!("{} {stream} = hicuda_next_stream();", self.spell("cudaStream_t"));
        self.round.map(line).into_iter().collect()
    }

    fn clear(&self, name: &str, bytes: &str, place: &str) -> Vec<String> {
        vec![self.queued("cudaMemset", &format!("{name}, 0, {bytes}"), place)]
    }

    fn keep(&self, to: &str, from: &str, bytes: &str, place: &str) -> Vec<String> {
        let kind = self.spell("cudaMemcpyDeviceToDevice");
        vec![self.checked("cudaMemcpy", &format!("{to}, {from}, {bytes}, {kind}"), place)]
    }

    fn copy(&self, plan: &Plan, direction: Direction, place: &str) -> Vec<String> {
        let (to, from, kind) = match direction {
            Direction::ToDevice => (&plan.device, &plan.host, "cudaMemcpyHostToDevice"),
            Direction::ToHost => (&plan.host, &plan.device, "cudaMemcpyDeviceToHost"),
        };
        if plan.scattered {
            let to_host = usize::from(direction == Direction::ToHost);
            let (device, host, width) = (&plan.device, &plan.host, &plan.width);
            let row = format!("hicuda_row({device}, {host}, {width}, {to_host}, {place});");
            return vec![plan.in_loops(&row), format!("hicuda_rows_end({place});")];
        }
        let kind = self.spell(kind);
        let (function, args) = match &plan.rows {
            None => ("cudaMemcpy", format!("{to}, {from}, {}, {kind}", plan.width)),
            Some(rows) => {
                let (to_pitch, from_pitch) = match direction {
                    Direction::ToDevice => (&rows.device_pitch, &rows.host_pitch),
                    Direction::ToHost => (&rows.host_pitch, &rows.device_pitch),
                };
                let (width, count) = (&plan.width, &rows.count);
                let args = format!("{to}, {to_pitch}, {from}, {from_pitch}, {width}, {count}, {kind}");
                ("cudaMemcpy2D", args)
            }
        };
        vec![plan.in_loops(&self.queued(function, &args, place))]
    }

    fn set_constant(&self, constant: Constant, host: &str, bytes: &str, place: &str) -> Vec<String> {
        let mut lines = self.choose_device(place);
        lines.push(match self.split {
            true => self.checked(&constants::setter_name(self.host, constant), host, place),
            false => {
                let args = constants::fill(self.host, constant, host, bytes);
                self.checked(constants::FILL, &args, place)
            }
        });
        lines
    }

    fn fill(&self, setter: &str, host: &str, place: &str) -> Vec<String> {
        vec![self.checked(setter, host, place)]
    }

    fn pin(&self, host: &str, bytes: &str) -> Vec<String> {
        let is_said = self.round.is_none() && self.host.api.0 != Language::OpenCl;
        is_said.then(|| format!("hicuda_pin({host}, {bytes});")).into_iter().collect()
    }

    fn unpin(&self, host: &str) -> Vec<String> {
        let is_said = self.round.is_none() && self.host.api.0 != Language::OpenCl;
        is_said.then(|| format!("hicuda_unpin({host});")).into_iter().collect()
    }

    fn free(&self, name: &str, place: &str) -> Vec<String> {
        vec![self.queued("cudaFree", name, place)]
    }

    fn make_texture(&self, texture: &Texture, place: &str) -> Vec<String> {
        let (width, height) = match texture.extents.as_slice() {
            [height, width] => (width.clone(), height.clone()),
            extents => (extents.first().cloned().unwrap_or_default(), String::from("0")),
        };
        let element = &texture.element;
        let pitch = match &texture.plan.rows {
            Some(rows) => rows.host_pitch.clone(),
            None => product(&[format!("sizeof({element})"), width.clone()]),
        };
        if !self.host.api.0.textures_have_samplers() {
            let Some(line) = open_cl_textures::image(texture, &pitch, place) else {
                let mut lines = self.alloc(&texture.declaration, &texture.name, &texture.bytes, place);
                lines.extend(self.copy(&texture.plan, Direction::ToDevice, place));
                return lines;
            };
            return self.choose_device(place).into_iter().chain([line]).collect();
        }
        let format = if self.split {
            split::channel_format(self.host.api, element)
        } else {
            format!("{}<{element}>()", self.spell("cudaCreateChannelDesc"))
        };
        let address = match texture.address {
            hir::TextureAddress::Clamp => "cudaAddressModeClamp",
            hir::TextureAddress::Border => "cudaAddressModeBorder",
            hir::TextureAddress::Wrap => "cudaAddressModeWrap",
        };
        let filter = match texture.filter {
            // Of one dimension, elements are fetched by their index.
            hir::TextureFilter::Linear if texture.extents.len() > 1 => "cudaFilterModeLinear",
            _ => "cudaFilterModePoint",
        };
        let (address, filter) = (self.spell(address), self.spell(filter));
        let (name, host) = (&texture.name, &texture.plan.host);
        let args = format!(
            "{host}, {pitch}, {width}, {height}, {format}, sizeof({element}), {address}, {filter}, {place}"
        );
        let mut lines = self.choose_device(place);
        lines.push(format!("{} {name} = hicuda_texture({args});", self.spell("cudaTextureObject_t")));
        lines
    }

    fn texture_handle(&self, name: &str) -> String {
        format!("(void *)(size_t){name}")
    }

    fn texture_of(&self, handle: &str) -> String {
        format!("({})(size_t){handle}", self.spell("cudaTextureObject_t"))
    }

    fn free_texture(&self, name: &str, place: &str) -> Vec<String> {
        match self.host.api.0.textures_have_samplers() {
            true => vec![format!("hicuda_free_texture({name}, {place});")],
            false => self.free(name, place),
        }
    }

    fn function(&self, kernel: KernelId) -> Option<FunctionId> {
        self.kernels.get(&kernel).map(|kernel| kernel.function)
    }

    fn launch(&self, launch: &Launch, place: &str) -> Vec<String> {
        let Some(kernel) = self.kernels.get(&launch.kernel) else { return Vec::new() };
        let reductions = self.reductions(kernel, place);
        let tests = grid_limits::tests(self.host, &self.host.kir.kernels[launch.kernel]);
        let mut lines: Vec<String> = tests
            .into_iter()
            .map(|(holds, problem)| {
                format!("hicuda_require({holds}, {}: {problem}\");", place.trim_end_matches('"'))
            })
            .collect();
        lines.extend(reductions.before);
        let mut own_args = launch.args.clone();
        own_args.extend(reductions.args);
        let stream = stream(self.host, launch.kernel).map(|stream| match stream {
            Stream::Group(group) => format!("hicuda_stream({group})"),
            Stream::Round => self.host.names.stream().to_owned(),
        });
        if self.split {
            let (grid, block) = (self.sizes(&kernel.grid), self.sizes(&kernel.block));
            let mut args =
                vec![split::dim3_literal(self.host, &grid), split::dim3_literal(self.host, &block)];
            args.extend(stream);
            args.extend(own_args);
            lines.push(self.launched(&format!("launch_{}({})", launch.name, args.join(", ")), place));
        } else {
            let (grid, block) = (dim3(&self.sizes(&kernel.grid)), dim3(&self.sizes(&kernel.block)));
            let name = self.host.printer(Dialect::Cuda).function_name(kernel.function);
            let attribute = shared_attribute(self.host.api, &name, kernel.dynamic_shared);
            lines.extend(attribute.map(|args| self.checked(SET_ATTRIBUTE, &args, place)));
            let config = launch_config(&grid, &block, kernel.dynamic_shared, stream.as_deref());
            lines.push(format!("{name}<<<{config}>>>({});", own_args.join(", ")));
            lines.push(self.launched(&self.spell("cudaGetLastError()"), place));
        }
        lines.extend(reductions.after);
        self.unless_empty(launch.kernel, lines, !kernel.reductions.is_empty())
    }
}

/// The function that lets a kernel have much shared memory.
pub(crate) const SET_ATTRIBUTE: &str = "cudaFuncSetAttribute";

/// The arguments for it, where a kernel needs that.
pub(crate) fn shared_attribute(api: Api, kernel: &str, bytes: u64) -> Option<String> {
    let attribute = api.spell("cudaFuncAttributeMaxDynamicSharedMemorySize");
    let kernel = api.kernel_address(kernel);
    (bytes > 48 * 1024).then(|| format!("{kernel}, {attribute}, {bytes}"))
}

/// What stands between `<<<` and `>>>`.
pub(crate) fn launch_config(grid: &str, block: &str, shared: u64, stream: Option<&str>) -> String {
    match stream {
        Some(stream) => format!("{grid}, {block}, {shared}, {stream}"),
        None if shared > 0 => format!("{grid}, {block}, {shared}"),
        None => format!("{grid}, {block}"),
    }
}

/// The stream of a kernel, unless it is the default one.
pub(crate) fn stream(host: &Host<'_>, kernel: KernelId) -> Option<Stream> {
    host.kir.kernels[kernel].stream.filter(|stream| *stream != Stream::Round || has_rounds(host))
}

/// May rounds of loops overlap? What is watched is read at its place; queues of OpenCL copy in order.
fn has_rounds(host: &Host<'_>) -> bool {
    !host.watched && host.api.0 != Language::OpenCl
}

/// The lines around a launch whose grid reduces, and its further arguments.
#[derive(Default)]
struct LaunchedReductions {
    before: Vec<String>,
    args: Vec<String>,
    after: Vec<String>,
}

impl CudaRuntime<'_> {
    /// Before data goes to a device, a program with several processes says to
    /// which.
    fn choose_device(&self, place: &str) -> Vec<String> {
        let line = || format!("hicuda_choose_device({place});");
        prelude::is_mpi_program(self.host.sources).then(line).into_iter().collect()
    }

    /// Sizes on x, y and z as texts.
    fn sizes(&self, dims: &[Vec<hir::ExprId>; 3]) -> Vec<String> {
        let mut printer = self.host.printer(self.dialect());
        let on_axis = |dims: &Vec<hir::ExprId>| {
            let factors: Vec<String> = dims.iter().map(|d| printer.expr_text(*d)).collect();
            product_of_dims(&factors)
        };
        dims.iter().map(on_axis).collect()
    }

    /// A launch of nothing is an error in CUDA; here it is nothing to do.
    /// Lines that declare something are in a scope of their own.
    fn unless_empty(&self, kernel: KernelId, lines: Vec<String>, declares: bool) -> Vec<String> {
        let mut printer = self.host.printer(self.dialect());
        let conditions = &self.host.kir.kernels[kernel].launched_if;
        let mut tests: Vec<String> = conditions.iter().map(|test| printer.expr_text(*test)).collect();
        tests.dedup();
        if tests.is_empty() && !declares {
            return lines;
        }
        let body = lines.iter().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n");
        match tests.is_empty() {
            true => vec![format!("{{\n{body}\n}}")],
            false => vec![format!("if ({}) {{\n{body}\n}}", tests.join(" && "))],
        }
    }

    /// Memory, arguments and results of what the grid of a kernel reduces.
    fn reductions(&self, kernel: &CudaKernel, place: &str) -> LaunchedReductions {
        let mut printer = self.host.printer(self.dialect());
        let mut launched = LaunchedReductions::default();
        for (at, reduction) in kernel.reductions.iter().enumerate() {
            launched.args.extend(reduction.before.map(|value| printer.expr_text(value)));
            let Some(memory) = reduction.memory else { continue };
            let name = self.host.names.reduced(reduction.var);
            let element = printer.type_text(reduction.element);
            let mut factors = vec![format!("sizeof({element})")];
            if let ResultMemory::PerBlock(elements) = memory {
                factors.extend(self.sizes(&kernel.grid));
                factors.push(elements.to_string());
            }
            let bytes = product(&factors);
            let memory_text = format!("({element} *)hicuda_results({at}, {bytes}, {place})");
            launched.before.push(format!("{element} *{name} = {memory_text};"));
            launched.args.push(name.to_string());
            let Some(host) = reduction.host.map(|host| printer.expr_text(host)) else { continue };
            let host_bytes = format!("sizeof({element})");
            if memory == ResultMemory::One {
                let kind = self.spell("cudaMemcpyHostToDevice");
                let args = format!("{name}, &{host}, {host_bytes}, {kind}");
                launched.before.push(self.checked("cudaMemcpy", &args, place));
            }
            let kind = self.spell("cudaMemcpyDeviceToHost");
            let args = format!("&{host}, {name}, {host_bytes}, {kind}");
            launched.after.push(self.checked("cudaMemcpy", &args, place));
        }
        launched
    }
}

/// One dimension alone needs no parentheses.
fn product_of_dims(factors: &[String]) -> String {
    match factors {
        [only] => only.clone(),
        _ => product(factors),
    }
}

/// `256`, or `dim3(16, 16)`.
fn dim3(sizes: &[String]) -> String {
    let used = sizes.iter().rposition(|size| size != "1").map_or(1, |last| last + 1);
    match &sizes[..used] {
        [only] => only.clone(),
        several => format!("dim3({})", several.join(", ")),
    }
}
