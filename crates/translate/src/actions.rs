//! From host actions to lines of code: what both targets share.
//!
//! A [`Runtime`] spells the single operations; [`Host`] walks the sites, knows
//! names, places and copy plans.

use std::collections::HashMap;

use emit::{Dialect, Names, Printer, Style};
use hir::{ExprId, FunctionId, Program, Span, Type, VarId};
use kir::{DeviceArray, DeviceArrayId, Extent, HostAction, HostUnit, KernelId, ParamValue, Transfer};
use lower::Language;
use source::Sources;

use crate::api::Api;
use crate::constants::Constant;
use crate::host_text::HostText;
use crate::names::HostNames;
use crate::place_text;
use crate::transfer::{HostSide, Plan, extent_text, gathered, plan};
use crate::words::{product, quoted};

/// What a target says for each operation. Texts are C expressions; `place` is
/// a string literal that names the directive.
pub(crate) trait Runtime {
    /// The language of the host text.
    fn dialect(&self) -> Dialect;
    /// Declares `declaration` (a pointer called `name`) and gives it memory.
    fn alloc(&self, declaration: &str, name: &str, bytes: &str, place: &str) -> Vec<String>;
    /// Sets memory to zero.
    fn clear(&self, name: &str, bytes: &str, place: &str) -> Vec<String>;
    /// Copies from one place of the device to another.
    fn keep(&self, to: &str, from: &str, bytes: &str, place: &str) -> Vec<String>;
    /// Copies between host and device.
    fn copy(&self, plan: &Plan, direction: Direction, place: &str) -> Vec<String>;
    /// Copies to a constant.
    fn set_constant(&self, constant: Constant, host: &str, bytes: &str, place: &str) -> Vec<String>;
    /// Fills the constant of another file.
    fn fill(&self, setter: &str, host: &str, place: &str) -> Vec<String>;
    /// Keeps memory of the host in its place, where that makes copies faster.
    fn pin(&self, _host: &str, _bytes: &str) -> Vec<String> {
        Vec::new()
    }
    /// Lets it move again.
    fn unpin(&self, _host: &str) -> Vec<String> {
        Vec::new()
    }
    /// Releases memory.
    fn free(&self, name: &str, place: &str) -> Vec<String>;
    /// Makes a texture filled from the host.
    fn make_texture(&self, texture: &Texture, place: &str) -> Vec<String>;
    /// A texture as the table of copies holds it, and back.
    fn texture_handle(&self, name: &str) -> String;
    /// See `texture_handle`.
    fn texture_of(&self, handle: &str) -> String;
    /// Releases a texture and its memory.
    fn free_texture(&self, name: &str, place: &str) -> Vec<String>;
    /// The function that a kernel became; it may take less than the kernel was given.
    fn function(&self, kernel: KernelId) -> Option<FunctionId>;
    /// Starts a kernel. Nothing here waits for it: the host's memory is not the device's, so
    /// that the host cannot tell before it copies something back.
    fn launch(&self, launch: &Launch, place: &str) -> Vec<String>;
    /// The same for a round of a loop that has the next stream; `None` where rounds keep their order.
    fn in_turn(&self) -> Option<Box<dyn Runtime + '_>> {
        None
    }
    /// Takes the next stream.
    fn begin_round(&self) -> Vec<String> {
        Vec::new()
    }
    /// Waits for what was started: a library need not work in the device's order.
    fn wait(&self, place: &str) -> Vec<String>;
}

/// Which way a copy goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    ToDevice,
    ToHost,
}

/// A launch, in texts.
pub(crate) struct Launch {
    pub kernel: KernelId,
    pub name: String,
    pub args: Vec<String>,
}

/// A texture to be made, in texts.
pub(crate) struct Texture {
    pub name: String,
    /// A pointer of that name, for targets where a texture is an array.
    pub declaration: String,
    pub element: String,
    pub bytes: String,
    /// Outermost first: one or two.
    pub extents: Vec<String>,
    pub address: hir::TextureAddress,
    pub filter: hir::TextureFilter,
    pub plan: Plan,
}

/// The host side of a unit being spelled.
pub(crate) struct Host<'a> {
    pub program: &'a Program,
    pub kir: &'a kir::Program,
    pub sources: &'a Sources,
    pub names: HostNames,
    /// The type of the host's pointer to each device array.
    pub pointers: HashMap<DeviceArrayId, Type>,
    /// Whose runtime it calls.
    pub api: Api,
    /// It tells what its arrays hold.
    pub watched: bool,
}

impl<'a> Host<'a> {
    pub(crate) fn printer(&self, dialect: Dialect) -> Printer<'a> {
        let mut vars = self.names.captured.clone();
        vars.extend(self.names.constants.clone());
        let names = Names { vars, ..Names::default() };
        // At its own place a directive sees every macro it was written with.
        let style =
            Style { dialect, names, macros: Some(&|_| true), without_directives: true, ..Style::default() };
        Printer::new(self.program, self.sources, style)
    }

    /// Replaces every site of the unit.
    pub(crate) fn spell_sites(&self, unit: &HostUnit, runtime: &dyn Runtime, text: &mut HostText<'_>) {
        for site in &unit.sites {
            let round = runtime.in_turn().filter(|_| site.in_turn);
            let runtime = round.as_deref().unwrap_or(runtime);
            let mut lines = Vec::new();
            for action in &site.actions {
                lines.extend(self.spell(action, site.place, runtime));
            }
            if site.is_body {
                let inside = lines.iter().flat_map(|line| line.split('\n')).map(|line| format!("    {line}"));
                lines = std::iter::once("{".to_owned()).chain(inside).chain(["}".to_owned()]).collect();
            }
            text.replace(site.place, &lines);
        }
        for pipeline in unit.pipelines.iter().filter(|_| runtime.in_turn().is_some()) {
            let at = place_text(self.sources, pipeline.place);
            let wait = runtime.wait(&quoted(&format!("{at}: the rounds of this loop")));
            let before = if pipeline.waits_first { wait.as_slice() } else { &[] };
            text.put_around(pipeline.place, before, &wait);
        }
        for (place, array) in &unit.addresses {
            let named = self.directive_text(&self.kir.arrays[*array]);
            let mut printer = self.printer(runtime.dialect());
            text.substitute(*place, &self.device(&mut printer, *array, &named, runtime));
        }
        if self.watched {
            text.append(&self.watch_reader(runtime));
        }
    }

    fn spell(&self, action: &HostAction, place: Span, runtime: &dyn Runtime) -> Vec<String> {
        let mut printer = self.printer(runtime.dialect());
        match action {
            HostAction::Capture { var, value } => self.capture(&mut printer, *var, *value),
            HostAction::Alloc(id) => {
                let array = &self.kir.arrays[*id];
                if array.constant.is_some() || array.is_texture() {
                    return Vec::new();
                }
                let name = self.names.array(*id);
                let ty = self.pointers.get(id).copied().unwrap_or(array.element);
                let declaration = printer.declaration(ty, name);
                let at = place;
                let place = self.directive_text(array);
                let mut lines = runtime.alloc(&declaration, name, &self.bytes(&mut printer, array), &place);
                let pinned = self.pinned(&mut printer, *id);
                lines.extend(pinned.iter().flat_map(|(host, bytes)| runtime.pin(host, bytes)));
                lines.extend(self.remember(&mut printer, *id, name, &place));
                lines.extend(self.if_watched(|| self.watch_alloc(*id, name, "hicuda_watch_read", at)));
                lines
            }
            HostAction::Clear(id) => {
                let array = &self.kir.arrays[*id];
                let bytes = self.bytes(&mut printer, array);
                let place = self.directive_text(array);
                runtime.clear(&self.device(&mut printer, *id, &place, runtime), &bytes, &place)
            }
            HostAction::Keep { array, before, span } => {
                let bytes = self.bytes(&mut printer, &self.kir.arrays[*array]);
                let at = self.directive_text(&self.kir.arrays[*array]);
                let from = self.device(&mut printer, *array, &at, runtime);
                runtime.keep(self.names.array(*before), &from, &bytes, &self.at(*span, ""))
            }
            HostAction::CopyIn(transfer) => {
                let mut lines = self.if_watched(|| self.watch_transfer(transfer, place));
                lines.extend(self.copy(
                    &mut printer,
                    transfer,
                    Direction::ToDevice,
                    &self.at(place, ""),
                    runtime,
                ));
                lines
            }
            HostAction::CopyOut(transfer) => {
                let mut lines =
                    self.copy(&mut printer, transfer, Direction::ToHost, &self.at(place, ""), runtime);
                lines.extend(self.if_watched(|| self.watch_transfer(transfer, place)));
                lines
            }
            HostAction::Free(id) => {
                if self.kir.arrays[*id].constant.is_some() {
                    return Vec::new();
                }
                let watched = self.if_watched(|| self.watch_free(*id, place));
                let place = self.at(place, "free");
                let array = &self.kir.arrays[*id];
                let host = self.host_address(&mut printer, array);
                let forgotten = format!("hicuda_forget({host}, {place})");
                let device = match array.by_address {
                    true if array.is_texture() => runtime.texture_of(&forgotten),
                    true => forgotten.clone(),
                    false => self.names.array(*id).to_string(),
                };
                let mut lines = match array.is_texture() {
                    true => runtime.free_texture(&device, &place),
                    false => runtime.free(&device, &place),
                };
                if array.remembered && !array.by_address {
                    lines.push(format!("{forgotten};"));
                }
                let pinned = self.pinned(&mut printer, *id);
                lines.extend(pinned.iter().flat_map(|(host, _)| runtime.unpin(host)));
                watched.into_iter().chain(lines).collect()
            }
            HostAction::Require(required) => vec![self.requirement(&mut printer, required)],
            HostAction::Launch(kernel) => {
                let lines = self.launch(&mut printer, *kernel, runtime);
                self.watched(*kernel, lines, runtime)
            }
            HostAction::BeginRound => runtime.begin_round(),
            HostAction::Wait => runtime.wait(&self.at(place, "")),
            HostAction::Statement { stmt, launches } => {
                for (kernel, id) in launches {
                    let lines = self.launch(&mut self.printer(runtime.dialect()), *id, runtime);
                    printer.launch_by(*kernel, lines);
                }
                printer.stmt(*stmt);
                let lines = printer.finish().trim_end().lines().map(String::from).collect();
                launches.iter().rev().fold(lines, |lines, (_, kernel)| self.watched(*kernel, lines, runtime))
            }
        }
    }

    /// What is told before and after lines that run a kernel, however often.
    fn watched(&self, kernel: KernelId, lines: Vec<String>, runtime: &dyn Runtime) -> Vec<String> {
        let told = |is_after: u8| {
            self.if_watched(|| self.watch_launch(kernel, is_after, &self.written_copies(kernel, runtime)))
        };
        told(0).into_iter().chain(lines).chain(told(1)).collect()
    }

    fn if_watched(&self, lines: impl FnOnce() -> Vec<String>) -> Vec<String> {
        if self.watched { lines() } else { Vec::new() }
    }

    /// Keeps the present value of an expression.
    pub(crate) fn capture(&self, printer: &mut Printer<'_>, var: VarId, value: ExprId) -> Vec<String> {
        let name = printer.var_name(var);
        let value = printer.expr_text(value);
        vec![format!("{} = {value};", printer.declaration(self.program.vars[var].ty, &name))]
    }

    /// Do the actions of the unit mention a variable of the host?
    pub(crate) fn mentions(&self, unit: &HostUnit, var: VarId) -> bool {
        let has = |expr: ExprId| self.program.mentions(expr, var);
        let in_section =
            |s: &kir::HostSection| s.ranges.iter().any(|(first, count)| has(*first) || has(*count));
        let in_transfer = |t: &Transfer| {
            in_section(&t.section)
                || t.elsewhere.as_ref().is_some_and(|to| has(to.host) || in_section(&to.section))
        };
        let in_extent = |e: Extent| matches!(e, Extent::Expr(expr) if has(expr));
        let in_array = |id: DeviceArrayId| {
            let array = &self.kir.arrays[id];
            has(array.host) || array.dims.iter().any(|d| in_extent(d.lo) || in_extent(d.extent))
        };
        unit.sites.iter().flat_map(|site| &site.actions).any(|action| match action {
            HostAction::Capture { value, .. } => has(*value),
            HostAction::Alloc(id) | HostAction::Clear(id) | HostAction::Free(id) => in_array(*id),
            HostAction::Keep { array, .. } => in_array(*array),
            HostAction::CopyIn(t) | HostAction::CopyOut(t) => in_array(t.array) || in_transfer(t),
            HostAction::Require(required) => has(required.cond),
            HostAction::Launch(kernel) => {
                let kernel = &self.kir.kernels[*kernel];
                kernel.blocks.dims.iter().chain(&kernel.threads.dims).any(|d| has(*d))
                    || kernel.params.iter().any(|p| matches!(p.value, ParamValue::Scalar(e) if has(e)))
                    || kernel.reductions.iter().any(|r| r.var == var)
                    || kernel.required.iter().any(|required| has(required.cond))
            }
            HostAction::Wait | HostAction::BeginRound => false,
            HostAction::Statement { stmt, .. } => self.program.mentions(*stmt, var),
        })
    }

    /// Is there such a copy?
    pub(crate) fn has_copy(&self, unit: &HostUnit, is_it: impl Fn(&Plan) -> bool) -> bool {
        let mut printer = self.printer(Dialect::C);
        unit.sites.iter().flat_map(|site| &site.actions).any(|action| match action {
            HostAction::CopyIn(transfer) | HostAction::CopyOut(transfer) => {
                let array = &self.kir.arrays[transfer.array];
                let host = transfer.elsewhere.as_ref().map_or(array.host, |to| to.host);
                let side = self.host_side(&mut printer, host, transfer);
                is_it(&plan(&mut printer, array, "", &transfer.section, &side))
            }
            _ => false,
        })
    }

    fn copy(
        &self,
        printer: &mut Printer<'_>,
        transfer: &Transfer,
        direction: Direction,
        place: &str,
        runtime: &dyn Runtime,
    ) -> Vec<String> {
        let array = &self.kir.arrays[transfer.array];
        let host = transfer.elsewhere.as_ref().map_or(array.host, |to| to.host);
        if let (Some(var), kir::MemorySpace::Constant { offset }) = (array.constant, array.space) {
            let constant = Constant { var, offset };
            let bytes = self.bytes(printer, array);
            let side = self.host_side(printer, host, transfer);
            let plan = plan(printer, array, "", &transfer.section, &side);
            let name = printer.var_name(var);
            let fill = |host: &str| {
                let mut lines = runtime.set_constant(constant, host, &bytes, place);
                lines.extend(array.fills.iter().flat_map(|setter| runtime.fill(setter, host, place)));
                lines
            };
            if plan.rows.is_none() {
                return fill(&plan.host);
            }
            // Rows of the host with other elements between them.
            let rows = format!("{name}_rows");
            let declaration = printer.declaration(self.program.vars[var].ty, &rows);
            let mut lines = vec![String::from("{"), format!("    {declaration};")];
            let collect = gathered(printer, array, &transfer.section, &side, &rows);
            lines.extend(collect.lines().map(|line| format!("    {line}")));
            lines.extend(fill(&rows).iter().map(|line| format!("    {line}")));
            lines.push(String::from("}"));
            return lines;
        }
        let side = self.host_side(printer, host, transfer);
        let name = self.names.array(transfer.array);
        if array.is_texture() {
            let plan = plan(printer, array, name, &transfer.section, &side);
            let texture = self.texture(printer, transfer.array, plan);
            let mut lines = runtime.make_texture(&texture, place);
            let handle = runtime.texture_handle(name);
            lines.extend(self.remember(printer, transfer.array, &handle, place));
            return lines;
        }
        let device = self.device(printer, transfer.array, place, runtime);
        let mut plan = plan(printer, array, &device, &transfer.section, &side);
        let is_one_run = plan.rows.is_none() && plan.loops.is_empty();
        if transfer.section.ranges.is_empty() && transfer.elsewhere.is_none() && is_one_run {
            plan.width = self.bytes(printer, array);
        }
        runtime.copy(&plan, direction, place)
    }

    /// The device copy as an expression: its variable, or, where the host
    /// pointer may have been reassigned meanwhile, the copy of the object it
    /// points to now.
    pub(crate) fn device(
        &self,
        printer: &mut Printer<'_>,
        id: DeviceArrayId,
        place: &str,
        runtime: &dyn Runtime,
    ) -> String {
        let device = self.device_argument(printer, id, place, runtime);
        if self.kir.arrays[id].by_address { format!("({device})") } else { device }
    }

    /// The same where nothing binds tighter than a cast.
    fn device_argument(
        &self,
        printer: &mut Printer<'_>,
        id: DeviceArrayId,
        place: &str,
        runtime: &dyn Runtime,
    ) -> String {
        let array = &self.kir.arrays[id];
        if !array.by_address {
            return self.names.array(id).to_string();
        }
        let host = self.host_address(printer, array);
        let found = format!("hicuda_copy_of({host}, {place})");
        if array.is_texture() {
            return runtime.texture_of(&found);
        }
        let ty = self.pointers.get(&id).copied().unwrap_or(array.element);
        let ty = printer.type_text(ty);
        match self.held(printer, array) {
            Some((first, _)) if first != "0" => format!("({ty})((char *){found} + {first})"),
            _ => format!("({ty}){found}"),
        }
    }

    /// The line that lets a copy be found by the address of its object.
    fn remember(
        &self,
        printer: &mut Printer<'_>,
        id: DeviceArrayId,
        device: &str,
        place: &str,
    ) -> Option<String> {
        let array = &self.kir.arrays[id];
        let host = self.host_address(printer, array);
        let (first, bytes) = self.held(printer, array).unwrap_or_else(|| ("0".into(), "0".into()));
        let line = format!("hicuda_remember({host}, {first}, {bytes}, {device}, {place});");
        (array.by_address || array.remembered).then_some(line)
    }

    /// Which bytes of the host's object a copy of whole rows holds: the first,
    /// and how many.
    fn held(&self, printer: &mut Printer<'_>, array: &DeviceArray) -> Option<(String, String)> {
        if array.is_texture() || array.row_pointers || !array.has_whole_rows() {
            return None;
        }
        let first = match array.dims.first() {
            Some(outer) if outer.lo != Extent::Constant(0) => {
                let mut factors = vec![format!("sizeof({})", printer.type_text(array.element.unqualified()))];
                // Compilers warn of a negative constant beside `sizeof`.
                let (sign, lo) = match outer.lo {
                    Extent::Constant(lo) if lo < 0 => ("-", Extent::Constant(lo.saturating_neg())),
                    lo => ("", lo),
                };
                factors.push(extent_text(printer, lo));
                factors.extend(array.dims.iter().skip(1).map(|d| extent_text(printer, d.extent)));
                match sign {
                    "" => product(&factors),
                    _ => format!("-({})", product(&factors)),
                }
            }
            _ => String::from("0"),
        };
        Some((first, self.bytes(printer, array)))
    }

    /// The memory of the host that stays in its place while a copy lives, where it is one run: its address and how many bytes.
    fn pinned(&self, printer: &mut Printer<'_>, id: DeviceArrayId) -> Option<(String, String)> {
        let array = Some(&self.kir.arrays[id]).filter(|array| array.pinned && !array.by_address)?;
        let whole = Transfer {
            array: id,
            section: kir::HostSection::default(),
            elsewhere: None,
            span: Span::BUILTIN,
        };
        let side = self.host_side(printer, array.host, &whole);
        let plan = plan(printer, array, "", &whole.section, &side);
        let is_one_run = plan.rows.is_none() && plan.loops.is_empty();
        is_one_run.then(|| (plan.host, self.bytes(printer, array)))
    }

    /// The address of the host's object, by which its copy is found.
    pub(crate) fn host_address(&self, printer: &mut Printer<'_>, array: &DeviceArray) -> String {
        let host = printer.expr_text(array.host);
        if array.dims.is_empty() { format!("&{host}") } else { host }
    }

    fn texture(&self, printer: &mut Printer<'_>, id: DeviceArrayId, plan: Plan) -> Texture {
        let array = &self.kir.arrays[id];
        let (address, filter) = match array.space {
            kir::MemorySpace::Texture { address, filter } => (address, filter),
            _ => (hir::TextureAddress::Clamp, hir::TextureFilter::Point),
        };
        let extents = array.dims.iter().map(|d| extent_text(printer, d.extent)).collect();
        // By its own name: a typedef's does not say what is in the texture.
        let types = &self.program.types;
        let element = types.as_builtin(array.element).map_or(array.element.unqualified(), hir::Type::builtin);
        let pointer = self.pointers.get(&id).copied().unwrap_or(element);
        let name = self.names.array(id).to_string();
        Texture {
            declaration: printer.declaration(pointer, &name),
            name,
            element: printer.type_text(element),
            bytes: self.bytes(printer, array),
            extents,
            address,
            filter,
            plan,
        }
    }

    pub(crate) fn host_side<'t>(
        &self,
        printer: &mut Printer<'_>,
        host: ExprId,
        transfer: &'t Transfer,
    ) -> HostSide<'t> {
        let ty = self.program.exprs[host].ty;
        let base = printer.expr_text(host);
        // `p[i][j]` is right for arrays of arrays and pointers to arrays.
        let row = self.program.types.element(ty).or_else(|| self.program.types.pointee(ty));
        let nested = row.is_some_and(|row| self.program.types.is_array(row));
        let is_table = row.is_some_and(|row| self.program.types.is_pointer(row));
        let row_pointers = is_table && self.kir.arrays[transfer.array].dims.len() > 1;
        let elsewhere = transfer.elsewhere.as_ref().map(|to| &to.section);
        let extents = transfer.elsewhere.iter().flat_map(|to| &to.extents);
        let elsewhere_extents = extents.map(|extent| extent.map(|e| extent_text(printer, e))).collect();
        HostSide { base, nested, row_pointers, elsewhere, elsewhere_extents }
    }

    fn launch(&self, printer: &mut Printer<'_>, id: KernelId, runtime: &dyn Runtime) -> Vec<String> {
        let kernel = &self.kir.kernels[id];
        let place = self.at(self.program.directives[kernel.directive].line, "");
        let function = runtime.function(id).map(|function| &self.program.functions[function]);
        let is_taken = |param: &&kir::KernelParam| function.is_none_or(|f| f.params.contains(&param.var));
        let args = kernel.params.iter().filter(is_taken).map(|param| match param.value {
            ParamValue::Array { array, .. } => self.device_argument(printer, array, &place, runtime),
            ParamValue::Scalar(value) => printer.expr_text(value),
        });
        let launch =
            Launch { kernel: id, name: self.sources.text(kernel.name).into_owned(), args: args.collect() };
        let mut lines: Vec<String> =
            kernel.required.iter().map(|required| self.requirement(printer, required)).collect();
        lines.extend(runtime.launch(&launch, &place));
        if kernel.prints {
            // Devices of OpenCL may print past the host's buffer.
            if self.api.0 == Language::OpenCl {
                lines.insert(0, "fflush(stdout);".to_owned());
            }
            lines.extend(runtime.wait(&place));
        }
        lines
    }

    /// `hicuda_require(n > 0, "a.c:9: …");`
    fn requirement(&self, printer: &mut Printer<'_>, required: &kir::Requirement) -> String {
        let problem = quoted(&format!("{}: {}", place_text(self.sources, required.span), required.message));
        format!("hicuda_require({}, {problem});", printer.expr_text(required.cond))
    }

    /// Bytes of a whole device array; `sizeof A` where it is all of an array
    /// of the host.
    fn bytes(&self, printer: &mut Printer<'_>, array: &DeviceArray) -> String {
        let host_type = self.program.exprs[array.host].ty;
        let is_object = self.program.types.is_array(host_type) || array.dims.is_empty();
        let whole = array.has_host_layout() && array.dims.iter().all(|d| d.host_extent == Some(d.extent));
        if is_object && whole {
            return format!("sizeof {}", printer.expr_text(array.host));
        }
        let mut factors = vec![format!("sizeof({})", printer.type_text(array.element.unqualified()))];
        factors.extend(array.dims.iter().map(|d| extent_text(printer, d.extent)));
        product(&factors)
    }

    /// `"matmul.c:9: global alloc A[*][*] copyin"`
    fn directive_text(&self, array: &DeviceArray) -> String {
        self.at(self.program.directives[array.directive].line, "")
    }

    /// A string literal that names a place and the directive there.
    pub(crate) fn at(&self, span: Span, otherwise: &str) -> String {
        let text = String::from_utf8_lossy(self.sources.map.text(span)).into_owned();
        let words: Vec<&str> = text.split_whitespace().filter(|w| *w != "\\").collect();
        let words = match words.iter().position(|w| *w == "hicuda") {
            Some(i) => words[i + 1..].join(" "),
            None if text.starts_with('#') => otherwise.to_string(),
            None => words.join(" "),
        };
        quoted(format!("{}: {words}", place_text(self.sources, span)).trim_end_matches(": "))
    }
}
