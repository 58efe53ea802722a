//! `run --verify`: calls that tell what arrays hold, in the translated and in the sequential program.
//!
//! ```text
//! #pragma hicuda global copyout a[*]
//!
//! on the target      memcpy(a, d_a, …);  hicuda_watch_section(…);  hicuda_watch_run(a, …);  hicuda_watch_transfer();
//! sequentially                           hicuda_watch_section(…);  hicuda_watch_run(a, …);  hicuda_watch_transfer();
//! ```
//!
//! Both programs tell the same things in the same order: what a transfer moves, as the host has it, and
//! what a kernel leaves in the device copies that it writes; sequentially, that is the host's array.
//! The functions are in `driver/src/verify/watch.c`, which is compiled with both.

use diagnostics::Diagnostic;
use emit::{Dialect, Printer};
use hir::{Program, RecordKind, Span, Type, TypeKind};
use kir::{
    DeviceArray, DeviceArrayId, HostAction, HostSection, KernelId, ParamValue, ReductionHome, Transfer,
};
use lower::Language;

use crate::actions::{Direction, Host, Runtime};
use crate::api::Api;
use crate::host_text::HostText;
use crate::names::HostNames;
use crate::transfer::{HostSide, Plan, plan, ranges};
use crate::words::quoted;
use crate::{OutputFile, Role, Unit, edits_collide, host_unit, pointer_types, require_own_sites};

/// What stands at the top of every watched file.
pub const DECLARATIONS: &str = "\
void hicuda_watch_section(unsigned lo, unsigned hi, const char *name, const char *layout, int dims, const long *ranges);
void hicuda_watch_run(const void *host, unsigned long pitch, unsigned long width, unsigned long count);
void hicuda_watch_transfer(void);
void hicuda_watch_remember(const void *host, const void *device, void (*read)(void *, const void *, unsigned long));
void hicuda_watch_forget(unsigned lo, unsigned hi, const void *host);
void hicuda_watch_kernel(unsigned lo, unsigned hi, int is_after, const void *const *device);
__attribute__((unused)) static void hicuda_watch_read(void *to, const void *from, unsigned long bytes);
";

/// The file as it is, with what it is asked to tell at the places of its directives.
pub fn sequential(mut unit: Unit<'_>) -> Result<Vec<OutputFile>, Box<Diagnostic>> {
    let Some(sites) = host_unit(&unit) else { return Ok(Vec::new()) };
    require_own_sites(&unit, sites)?;
    let pointers = pointer_types(&mut unit);
    let (program, sources) = (&*unit.program, &*unit.sources);
    let names = HostNames::new(unit.kir, program, sources);
    let api = Api(Language::Cuda);
    let host = Host { program, kir: unit.kir, sources, names, pointers, api, watched: true };
    let mut text = HostText::new(sources, unit.file);
    for site in &sites.sites {
        let launched = site.actions.iter().flat_map(HostAction::kernels).next();
        match launched {
            Some(kernel) => {
                let (before, after) = (host.watch_launch(kernel, 0, "0"), host.watch_launch(kernel, 1, "0"));
                let braces = if site.is_body { ["{\n", "\n}"] } else { ["", ""] };
                let before = format!("{}{}", braces[0], before.join("\n"));
                let after = format!("{}{}", after.join("\n"), braces[1]);
                text.insert_around(site.place, &before, &after);
            }
            // A pragma of others that the build takes off: what is told would stand between it and its loop.
            None if site.actions.is_empty() => text.replace(site.place, &[]),
            // A loop that a recipe changed is run as it was written.
            None if site.actions.iter().any(|action| matches!(action, HostAction::Statement { .. })) => {}
            None => {
                let lines = site.actions.iter().flat_map(|action| host.told_sequentially(action, site.place));
                let lines: Vec<String> = lines.collect();
                if !lines.is_empty() {
                    text.replace(site.place, &lines);
                }
            }
        }
    }
    let bytes = text.finish().map_err(|error| edits_collide(&error, unit.file, sources))?;
    Ok(vec![OutputFile { role: Role::Whole, bytes }])
}

impl Host<'_> {
    /// What stands in the place of an action where there is no device.
    fn told_sequentially(&self, action: &HostAction, place: Span) -> Vec<String> {
        match action {
            HostAction::Capture { var, value } => self.capture(&mut self.printer(Dialect::C), *var, *value),
            HostAction::Alloc(id) => self.watch_alloc(*id, "0", "0", place),
            HostAction::CopyIn(transfer) | HostAction::CopyOut(transfer) => {
                self.watch_transfer(transfer, place)
            }
            HostAction::Free(id) => self.watch_free(*id, place),
            HostAction::Clear(_)
            | HostAction::Keep { .. }
            | HostAction::Require(_)
            | HostAction::Launch(_)
            | HostAction::Wait
            | HostAction::BeginRound
            | HostAction::Statement { .. } => Vec::new(),
        }
    }

    /// Tells the part of the host's array that a transfer moves.
    pub(crate) fn watch_transfer(&self, transfer: &Transfer, place: Span) -> Vec<String> {
        let mut printer = self.printer(Dialect::C);
        let array = &self.kir.arrays[transfer.array];
        let host = transfer.elsewhere.as_ref().map_or(array.host, |to| to.host);
        let side = self.host_side(&mut printer, host, transfer);
        let mut lines = self.watch_section(&mut printer, array, &transfer.section, &side, place);
        lines.push(String::from("hicuda_watch_transfer();"));
        lines
    }

    /// Lets kernels find a device copy and what it is a copy of.
    pub(crate) fn watch_alloc(
        &self,
        id: DeviceArrayId,
        device: &str,
        read: &str,
        place: Span,
    ) -> Vec<String> {
        let array = &self.kir.arrays[id];
        if !is_watched(array) {
            return Vec::new();
        }
        let mut printer = self.printer(Dialect::C);
        let all = Transfer { array: id, section: HostSection::default(), elsewhere: None, span: place };
        let side = self.host_side(&mut printer, array.host, &all);
        let mut lines = self.watch_section(&mut printer, array, &all.section, &side, place);
        let host = self.host_address(&mut printer, array);
        lines.push(format!("hicuda_watch_remember((const void *){host}, (const void *){device}, {read});"));
        lines
    }

    /// The device copy goes.
    pub(crate) fn watch_free(&self, id: DeviceArrayId, place: Span) -> Vec<String> {
        let array = &self.kir.arrays[id];
        if !is_watched(array) {
            return Vec::new();
        }
        let host = self.host_address(&mut self.printer(Dialect::C), array);
        vec![format!("hicuda_watch_forget({}, (const void *){host});", self.position(place))]
    }

    /// Before and after a kernel: what it may write.
    pub(crate) fn watch_launch(&self, id: KernelId, is_after: u8, copies: &str) -> Vec<String> {
        let kernel = &self.kir.kernels[id];
        let place = self.program.directives[kernel.directive].line;
        let at = self.position(place);
        let mut lines = vec![format!("hicuda_watch_kernel({at}, {is_after}, {copies});")];
        for reduction in kernel.reductions.iter().filter(|_| is_after == 1) {
            let ReductionHome::Host(scalar) = reduction.home else { continue };
            let mut printer = self.printer(Dialect::C);
            let name = printer.expr_text(scalar);
            let layout = layout(self.program, self.program.exprs[scalar].ty);
            lines.push(section_line(&at, &name, &layout, &[]));
            lines.push(format!("hicuda_watch_run((const void *)&{name}, 0, sizeof {name}, 1);"));
            lines.push(String::from("hicuda_watch_transfer();"));
        }
        lines
    }

    /// The device copies that a kernel writes, as an array that ends with a null pointer.
    pub(crate) fn written_copies(&self, id: KernelId, runtime: &dyn Runtime) -> String {
        let kernel = &self.kir.kernels[id];
        let place = self.at(self.program.directives[kernel.directive].line, "");
        let mut printer = self.printer(Dialect::C);
        let mut copies = String::new();
        for param in &kernel.params {
            if let ParamValue::Array { array, written: true, .. } = param.value {
                let device = self.device(&mut printer, array, &place, runtime);
                copies.push_str(&format!("(const void *){device}, "));
            }
        }
        format!("(const void *const[]){{{copies}0}}")
    }

    /// The function by which the values of a device copy reach the host.
    pub(crate) fn watch_reader(&self, runtime: &dyn Runtime) -> String {
        let [host, device, width] = ["to", "from", "bytes"].map(String::from);
        let all = Plan { loops: Vec::new(), host, device, width, rows: None, scattered: false };
        let copied = runtime.copy(&all, Direction::ToHost, "\"--verify\"").join("\n    ");
        format!(
            "\nstatic void hicuda_watch_read(void *to, const void *from, unsigned long bytes)\n\
             {{\n    {copied}\n}}\n"
        )
    }

    fn watch_section(
        &self,
        printer: &mut Printer<'_>,
        array: &DeviceArray,
        section: &HostSection,
        side: &HostSide<'_>,
        place: Span,
    ) -> Vec<String> {
        let ranges = ranges(printer, array, section, side);
        let plan = plan(printer, array, "", section, side);
        let layout = layout(self.program, array.element);
        let head = section_line(&self.position(place), &side.base, &layout, &ranges);
        let (pitch, count) = match &plan.rows {
            Some(rows) => (rows.host_pitch.as_str(), rows.count.as_str()),
            None => ("0", "1"),
        };
        let (host, width) = (&plan.host, &plan.width);
        let run = format!("hicuda_watch_run((const void *)({host}), {pitch}, {width}, {count});");
        vec![head, plan.in_loops(&run)]
    }

    /// Where the directive stands in the texts of the session.
    fn position(&self, place: Span) -> String {
        let at = self.sources.expansions.outermost_call(place);
        format!("{}, {}", at.lo, at.hi)
    }
}

fn section_line(at: &str, name: &str, layout: &str, ranges: &[(String, String)]) -> String {
    let bounds: String = ranges.iter().map(|(first, count)| format!("{first}, {count}, ")).collect();
    let (name, layout, dims) = (quoted(name), quoted(layout), ranges.len());
    format!("hicuda_watch_section({at}, {name}, {layout}, {dims}, (const long[]){{{bounds}0}});")
}

/// Elements with more parts are compared as bytes.
const MOST_PARTS: usize = 1000;

/// The size of an element, and its parts: `12:f4@0,i4@8` for `struct { float x; char c; int n; }`,
/// without padding, whose bytes nobody promises.
fn layout(program: &Program, ty: Type) -> String {
    let size = program.size_of(ty).unwrap_or(0);
    let mut parts = Vec::new();
    let is_whole = collect(program, ty, 0, &mut parts) && parts.len() <= MOST_PARTS;
    let parts = if is_whole { parts.join(",") } else { format!("b{size}@0") };
    format!("{size}:{parts}")
}

/// False where the parts cannot be told.
fn collect(program: &Program, ty: Type, offset: u64, parts: &mut Vec<String>) -> bool {
    let Some(size) = program.size_of(ty) else { return false };
    if parts.len() > MOST_PARTS {
        return false;
    }
    match program.types.stripped(ty) {
        TypeKind::Array(element, _) => {
            let Some(step) = program.size_of(*element).filter(|step| *step > 0) else { return false };
            (0..size / step).all(|i| collect(program, *element, offset + i * step, parts))
        }
        TypeKind::Record(record) => {
            let record = &program.records[*record];
            let Some(fields) = record.fields.as_ref().filter(|_| record.kind == RecordKind::Struct) else {
                return false;
            };
            fields.iter().all(|field| {
                field.bits.is_none() && collect(program, field.ty, offset + field.bit_offset / 8, parts)
            })
        }
        _ => {
            let is_wide = size != 4 && size != 8;
            let kind = match program.types.is_real_floating(ty) {
                true if is_wide => "b",
                true => "f",
                false if program.types.is_integer(ty) && size <= 8 => "i",
                false => "b",
            };
            parts.push(format!("{kind}{size}@{offset}"));
            true
        }
    }
}

/// Is it a copy of the host's that kernels may write?
fn is_watched(array: &DeviceArray) -> bool {
    array.constant.is_none() && !array.is_texture() && !array.is_kept
}
