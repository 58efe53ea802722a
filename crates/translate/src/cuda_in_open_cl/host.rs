//! The host's text: its tokens with OpenCL's runtime behind them.
//!
//! Functions and variables of the device leave the text; where a kernel stood is the function that
//! launches it. What the runtime does not have is refused at its line.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use diagnostics::{Diagnostic, codes};
use hir::{CudaSpecs, ExprKind, FunctionId, VarId};
use source::{Edit, EditError, FileId, FileRange, apply_edits, line_ending, line_start};
use syntax::token::{Punct, TokenKind};

use super::comments::Comments;
use super::launcher_name;
use crate::Unit;
use crate::cpp_text::launches::{Launch as LaunchText, launch_at};
use crate::cpp_text::tokens::Text;

/// What `open_cl_cuda.c` and `open_cl_runtime.c` have, without their prefix.
const RUNTIME: &str = "Error_t Success Malloc Free Memcpy MemcpyAsync Memcpy2D MemcpyKind MemcpyHostToHost \
    MemcpyHostToDevice MemcpyDeviceToHost MemcpyDeviceToDevice MemcpyDefault Memset MemsetAsync Memset2D MallocPitch \
    DeviceSynchronize ThreadSynchronize GetLastError PeekAtLastError GetErrorString GetErrorName MallocHost HostAlloc \
    FreeHost HostAllocDefault HostAllocPortable HostAllocMapped HostAllocWriteCombined Event_t EventCreate \
    EventCreateWithFlags EventRecord EventSynchronize EventElapsedTime EventDestroy EventQuery EventDefault \
    EventBlockingSync EventDisableTiming Stream_t StreamCreate StreamCreateWithFlags StreamSynchronize StreamDestroy \
    StreamWaitEvent StreamQuery StreamDefault StreamNonBlocking SetDevice GetDevice GetDeviceCount \
    GetDeviceProperties DeviceProp DeviceReset MemcpyToSymbol MemcpyFromSymbol GetSymbolAddress ErrorInvalidValue \
    ErrorMemoryAllocation ErrorNotReady Error MallocManaged MemAttachGlobal MemAttachHost HostGetDevicePointer \
    DeviceMapHost SetDeviceFlags MemGetInfo MemPrefetchAsync CpuDeviceId FuncSetCacheConfig DeviceSetCacheConfig \
    FuncCachePreferNone FuncCachePreferShared FuncCachePreferL1 FuncCachePreferEqual";

/// Headers that a host in OpenCL does without.
const HEADERS: [&str; 8] = [
    "cuda.h",
    "cuda_runtime.h",
    "cuda_runtime_api.h",
    "device_launch_parameters.h",
    "device_functions.h",
    "driver_types.h",
    "vector_types.h",
    "vector_functions.h",
];

const EXTREMES: &str = "\
#ifdef __cplusplus
template <class A, class B> static inline auto max(A a, B b) -> decltype(a > b ? a : b) { return a > b ? a : b; }
template <class A, class B> static inline auto min(A a, B b) -> decltype(a < b ? a : b) { return a < b ? a : b; }
#else
#define max(a, b) ((a) > (b) ? (a) : (b))
#define min(a, b) ((a) < (b) ? (a) : (b))
#endif

";

const INVERSE_ROOTS: &str = "\
static inline float rsqrtf(float x) { return 1 / sqrtf(x); }
static inline double rsqrt(double x) { return 1 / sqrt(x); }

";

/// A launch of the text.
struct Launch {
    launcher: String,
    /// Are grid and block numbers, not `dim3`?
    is_number: [bool; 2],
}

/// A host on its way.
pub(super) struct Host {
    edits: Vec<Edit>,
    /// Where the runtime goes.
    start: usize,
    /// Where kernels stood.
    kernels: Vec<Range<usize>>,
    /// Where they were declared, and their names.
    declared: Vec<(Range<usize>, String)>,
    /// `float4` and its like.
    vectors: BTreeSet<String>,
    /// The definitions of functions that nvcc has for hosts, too.
    of_nvcc: BTreeSet<&'static str>,
    pub comments: Comments,
    /// Functions of the device.
    functions: Vec<Range<usize>>,
    file: FileId,
}

/// Reads a host. `symbols` are the variables of the device.
pub(super) fn read(unit: &mut Unit<'_>, symbols: &HashMap<VarId, String>) -> Result<Host, Box<Diagnostic>> {
    let launches = launches(unit);
    let kernels = unit.program.functions.iter().filter(|(_, function)| function.cuda.has(CudaSpecs::GLOBAL));
    let launchers: HashMap<String, String> = kernels
        .map(|(kernel, function)| {
            (unit.sources.text(function.name).into_owned(), launcher_name(unit, kernel))
        })
        .collect();
    let bytes: HashMap<String, u64> = symbols
        .iter()
        .map(|(var, name)| (name.clone(), unit.program.size_of(unit.program.vars[*var].ty).unwrap_or(0)))
        .collect();
    let file = unit.file;
    let (host, refused) = {
        let text = Text::new(file, unit.sources);
        let host = Host {
            edits: Vec::new(),
            start: start(&text),
            kernels: Vec::new(),
            declared: Vec::new(),
            vectors: BTreeSet::new(),
            of_nvcc: BTreeSet::new(),
            comments: Comments::of(&text),
            functions: Vec::new(),
            file,
        };
        let mut reader = Reader {
            text: &text,
            launches: &launches,
            launchers: &launchers,
            symbols: &bytes,
            host,
            refused: None,
            gone: Vec::new(),
        };
        reader.includes();
        for at in 0..text.words.len() {
            reader.word(at);
        }
        (reader.host, reader.refused)
    };
    match refused {
        None => Ok(host),
        Some((place, message, help)) => {
            let range = FileRange { file, start: place.start as u32, end: place.end as u32 };
            let place = unit.sources.map.span(range);
            Err(Box::new(Diagnostic::new(&codes::NOT_IN_OPENCL, place, message).help(help)))
        }
    }
}

/// The launches, by where their kernel is named.
fn launches(unit: &Unit<'_>) -> HashMap<usize, Vec<Launch>> {
    let mut launches: HashMap<usize, Vec<Launch>> = HashMap::new();
    let loaded = unit.sources.map.file(unit.file);
    for (_, expr) in unit.program.exprs.iter() {
        let ExprKind::Launch { callee, config, .. } = &expr.kind else { continue };
        let Some(kernel) = unit.program.called_function(*callee) else { continue };
        let at = expr.span.lo.wrapping_sub(loaded.start) as usize;
        let number = |at: usize| {
            config.get(at).is_some_and(|size| unit.program.types.is_integer(unit.program.exprs[*size].ty))
        };
        let launch = Launch { launcher: launcher_name(unit, kernel), is_number: [number(0), number(1)] };
        let known = launches.entry(at).or_default();
        if !known.iter().any(|other| other.launcher == launch.launcher) {
            known.push(launch);
        }
    }
    launches
}

/// The line of the first declaration, outside of conditions.
fn start(text: &Text<'_>) -> usize {
    let mut open = Vec::new();
    for (at, word) in text.words.iter().enumerate() {
        match word.directive {
            None => {
                return line_start(
                    text.bytes,
                    open.first().map_or(word.start, |hash: &usize| text.words[*hash].start),
                );
            }
            Some(hash) if hash == at => match text.name(at + 1) {
                Some("if" | "ifdef" | "ifndef") => open.push(at),
                Some("endif") => drop(open.pop()),
                _ => {}
            },
            Some(_) => {}
        }
    }
    text.bytes.len()
}

impl Host {
    /// The comments above the function of the device whose name is at `place`.
    pub(super) fn above(&self, place: usize) -> Vec<String> {
        let range = self.functions.iter().find(|range| range.contains(&place));
        range.map_or_else(Vec::new, |range| self.comments.about(range.start, range.start))
    }

    /// What stands before the user's first declaration.
    pub(super) fn opening(&self, source: &str) -> String {
        let mut text = String::from(
            "#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
             #include <limits.h>\n#include <math.h>\n#include <stdbool.h>\n#include <string.h>\n#include <time.h>\n\n",
        );
        text.push_str(&include_str!("../open_cl_runtime.c").replace("\nstatic ocl", "\nstatic inline ocl"));
        text.push_str(include_str!("../open_cl_cuda.c"));
        for vector in &self.vectors {
            text.push_str(&vector_type(vector));
        }
        text.extend(self.of_nvcc.iter().copied());
        text + source
    }

    /// The text in the end.
    pub(super) fn finish(
        mut self,
        unit: &Unit<'_>,
        opening: &str,
        launchers: &HashMap<FunctionId, String>,
    ) -> Result<Vec<u8>, EditError> {
        let loaded = unit.sources.map.file(self.file);
        let ending = line_ending(&loaded.bytes);
        let edit = |range: Range<usize>, text: String| Edit {
            start: range.start,
            end: range.end,
            text: text.replace('\n', ending).into_bytes(),
        };
        self.edits.push(edit(self.start..self.start, opening.to_owned()));
        for (range, name) in self.declared {
            let start = format!("static oclError_t launch_{name}(");
            let launcher = launchers.values().find(|launcher| launcher.starts_with(&start));
            let head = launcher.and_then(|launcher| launcher.split_once("\n{"));
            self.edits.push(edit(range, head.map_or_else(String::new, |(head, _)| format!("{head};"))));
        }
        for range in self.kernels {
            let place = |function: FunctionId| {
                unit.program.functions[function].span.lo.wrapping_sub(loaded.start) as usize
            };
            let mut here: Vec<FunctionId> =
                launchers.keys().copied().filter(|function| range.contains(&place(*function))).collect();
            here.sort();
            let text: Vec<&str> = here.iter().map(|function| launchers[function].as_str()).collect();
            self.edits.push(edit(range, text.join("\n\n")));
        }
        self.edits.extend(source::trace::copied_lines(unit.sources, self.file, &self.edits));
        apply_edits(&loaded.bytes, &self.edits)
    }
}

/// `typedef struct { float x, y; } float2;`, aligned as on the device.
fn vector_type(name: &str) -> String {
    let lanes = name.chars().last().and_then(|digit| digit.to_digit(10)).unwrap_or(1) as usize;
    let scalar = &name[..name.len() - 1];
    let c = match scalar.strip_prefix('u') {
        Some(plain) => format!("unsigned {plain}"),
        None => scalar.to_owned(),
    };
    // Of three there is no multiple to align to.
    let alignment = if lanes == 3 { 1 } else { lanes };
    let names = &["x", "y", "z", "w"][..lanes];
    let params: Vec<String> = names.iter().map(|lane| format!("{c} {lane}")).collect();
    let assigned: Vec<String> = names.iter().map(|lane| format!("v.{lane} = {lane}")).collect();
    format!(
        "typedef struct __attribute__((aligned({alignment} * sizeof({c})))) {{ {c} {}; }} {name};\n\
         static inline {name} make_{name}({})\n{{\n    {name} v;\n    {};\n    return v;\n}}\n\n",
        names.join(", "),
        params.join(", "),
        assigned.join(", ")
    )
}

struct Reader<'t> {
    text: &'t Text<'t>,
    launches: &'t HashMap<usize, Vec<Launch>>,
    /// By the names of kernels.
    launchers: &'t HashMap<String, String>,
    /// The sizes of the device's variables.
    symbols: &'t HashMap<String, u64>,
    host: Host,
    /// The first that cannot be said, and what to do.
    refused: Option<(Range<usize>, String, &'static str)>,
    /// What is not the host's.
    gone: Vec<Range<usize>>,
}

impl Reader<'_> {
    fn replace(&mut self, range: Range<usize>, text: &str) {
        self.host.edits.push(Edit { start: range.start, end: range.end, text: text.as_bytes().to_vec() });
    }

    fn refuse(&mut self, place: Range<usize>, message: String, help: &'static str) {
        self.refused.get_or_insert((place, message, help));
    }

    fn includes(&mut self) {
        for include in self.text.includes() {
            if HEADERS.contains(&include.name.as_str()) {
                let bytes = self.text.bytes;
                let end = bytes[include.range.end..].iter().position(|&byte| byte == b'\n');
                let end = end.map_or(bytes.len(), |at| include.range.end + at + 1);
                let start = line_start(bytes, include.range.start);
                self.gone.push(start..end);
                self.replace(start..end, "");
            } else if crate::port::is_header_of_cuda(&include.name) {
                let message = format!("the OpenCL target has nothing for the header `{}`", include.name);
                self.refuse(
                    include.range,
                    message,
                    "write what it is used for in C, or use `--target hip` or `cpu`",
                );
            }
        }
    }

    fn word(&mut self, at: usize) {
        let word = self.text.words[at];
        // Parameters of kernels are parameters of what launches them.
        let vector = word.text.trim_start_matches("make_");
        if word.is_name() && is_vector(vector) {
            self.host.vectors.insert(vector.to_owned());
        }
        if self.gone.iter().any(|range| range.contains(&word.start)) {
            return;
        }
        self.launch(at);
        if !word.is_name() {
            return;
        }
        let is_member = at > 0 && (self.text.is(at - 1, Punct::Dot) || self.text.is(at - 1, Punct::Arrow));
        match word.text {
            _ if is_member => {}
            "__global__" | "__device__" | "__constant__" => self.of_device(at),
            "__host__" => self.replace(word.start..word.end, ""),
            "__forceinline__" => self.replace(word.start..word.end, "inline"),
            "dim3" => self.dim3(at),
            "min" | "max" | "rsqrt" | "rsqrtf" => {
                let is_call =
                    self.text.is(at + 1, Punct::LParen) && !self.text.words[at - 1].text.ends_with(':');
                if is_call && !crate::port::defines(self.text, word.text) {
                    let is_root = word.text.starts_with("rsqrt");
                    self.host.of_nvcc.insert(if is_root { INVERSE_ROOTS } else { EXTREMES });
                }
            }
            _ => self.runtime(at),
        }
    }

    /// `cudaMalloc`
    fn runtime(&mut self, at: usize) {
        let word = self.text.words[at];
        let Some(name) = word.text.strip_prefix("cuda") else { return };
        if !name.starts_with(|c: char| c.is_ascii_uppercase()) || crate::port::is_own(self.text, word.text) {
            return;
        }
        if !RUNTIME.split_whitespace().any(|known| known == name) {
            let message = format!("the OpenCL target has no `{}`", word.text);
            return self.refuse(
                word.start..word.end,
                message,
                "write it in another way, or use `--target hip` or `cpu`",
            );
        }
        self.replace(word.start..word.end, &format!("ocl{name}"));
        let which = match name {
            "MemcpyToSymbol" => 0,
            "MemcpyFromSymbol" | "GetSymbolAddress" => 1,
            _ => return,
        };
        let arguments = self.text.arguments(at + 1).unwrap_or_default();
        if let (Some(&(symbol, _)), Some(&(_, last))) = (arguments.get(which), arguments.last()) {
            let start = self.text.words[symbol].start;
            if !self.text.is(symbol, Punct::Amp) {
                self.replace(start..start, "&");
            }
            let kinds = ["oclMemcpyHostToDevice", "oclMemcpyDeviceToHost"];
            let end = self.text.words[last].end;
            match (name, arguments.len()) {
                ("GetSymbolAddress", _) => {}
                (_, 3) => self.replace(end..end, &format!(", 0, {}", kinds[which])),
                (_, 4) => self.replace(end..end, &format!(", {}", kinds[which])),
                _ => {}
            }
        }
    }

    /// `dim3 grid(4, 4)`, `dim3(4)`
    fn dim3(&mut self, at: usize) {
        let word = self.text.words[at];
        if self.text.is(at + 1, Punct::LParen) || self.text.is(at + 1, Punct::LBrace) {
            self.replace(word.start..word.end, "oclMakeDim3");
            return self.sizes(at + 1);
        }
        self.replace(word.start..word.end, "oclDim3");
        let is_parameter =
            at > 0 && (self.text.is(at - 1, Punct::LParen) || self.text.is(at - 1, Punct::Comma));
        let mut next = at + 1;
        while !is_parameter && self.text.name(next).is_some() {
            let end = self.text.words[next].end;
            match self.text.words.get(next + 1).map(|word| word.kind) {
                Some(TokenKind::Punct(Punct::LParen | Punct::LBrace)) => {
                    self.replace(end..end, " = oclMakeDim3");
                    self.sizes(next + 1);
                    next = self.text.closing(next + 1).unwrap_or(next) + 1;
                }
                Some(TokenKind::Punct(Punct::Semi | Punct::Comma)) => {
                    self.replace(end..end, " = oclMakeDim3(1, 1, 1)");
                    next += 1;
                }
                _ => return,
            }
            if !self.text.is(next, Punct::Comma) {
                return;
            }
            next += 1;
        }
    }

    /// The sizes that are not said are 1.
    fn sizes(&mut self, open: usize) {
        let (Some(close), Some(arguments)) = (self.text.closing(open), self.text.arguments(open)) else {
            return;
        };
        let (opening, closing) = (self.text.words[open], self.text.words[close]);
        if opening.text == "{" {
            self.replace(opening.start..opening.end, "(");
        }
        let rest = &["1, 1, 1", ", 1, 1", ", 1", ""][arguments.len().min(3)];
        let closes = if opening.text == "{" { closing.end } else { closing.start };
        let bracket = if opening.text == "{" { ")" } else { "" };
        self.replace(closing.start..closes, &format!("{rest}{bracket}"));
    }

    /// `k<<<grid, block, bytes, stream>>>(a)`
    fn launch(&mut self, at: usize) {
        let Some(launch) = launch_at(self.text, at) else { return };
        let words = &self.text.words;
        let first = words[launch.callee].start;
        let known = self.launches.get(&first).map_or(&[][..], Vec::as_slice);
        let left_out = self.left_out(&launch).filter(|_| known.is_empty());
        let known = left_out.as_ref().map_or(known, std::slice::from_ref);
        let [Launch { launcher, is_number }] = known else {
            let message = String::from("this launch is not translated to OpenCL");
            let help = "launch a kernel by its name, outside of macros and templates";
            return self.refuse(first..words[launch.close + 1].end, message, help);
        };
        // Between the brackets as between parentheses.
        let (mut sizes, mut from) = (Vec::new(), launch.open + 2);
        let mut next = from;
        while next <= launch.close {
            match words[next].kind {
                TokenKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => {
                    next = self.text.closing(next).unwrap_or(next);
                }
                TokenKind::Punct(Punct::Comma) => {
                    sizes.push((from, next));
                    from = next + 1;
                }
                _ => {}
            }
            next += 1;
        }
        sizes.push((from, launch.close));
        let (launcher, is_number) = (launcher.clone(), *is_number);
        let close = words[launch.close].start..words[launch.close + 2].end;
        let edge = words[sizes[0].0].start;
        self.replace(first..edge, &format!("{launcher}("));
        for (&(from, to), is_number) in sizes.iter().zip(is_number) {
            let (start, end) = (words[from].start, words[to - 1].end);
            if is_number {
                self.replace(start..start, "oclMakeDim3(");
                self.replace(end..end, ", 1, 1)");
            }
        }
        // CUDA has defaults for shared memory and stream.
        let rest = [", 0, 0", ", 0", ""][sizes.len().clamp(2, 4) - 2];
        let has_arguments = !self.text.is(launch.close + 3, Punct::RParen);
        let comma = if has_arguments { ", " } else { "" };
        self.replace(close, &format!("{rest}{comma}"));
    }

    /// A launch that the preprocessor left out, by the look of it.
    fn left_out(&self, launch: &LaunchText) -> Option<Launch> {
        let words = &self.text.words;
        let launcher = self.launchers.get(self.text.name(launch.callee)?)?.clone();
        if words[launch.callee].directive.is_some() {
            return None;
        }
        let is_number = |from: usize, last: usize| {
            let is_declared = |name: &str| {
                (1..words.len()).any(|at| words[at].text == name && words[at - 1].text == "dim3")
            };
            words[from].text != "dim3" && !(from == last && is_declared(words[from].text))
        };
        let comma = (launch.open..launch.close)
            .find(|&at| self.text.is(at, Punct::Comma) && self.depth(launch.open + 2, at) == 0)?;
        let end = (comma + 1..launch.close)
            .find(|&at| self.text.is(at, Punct::Comma) && self.depth(comma + 1, at) == 0);
        let block = (comma + 1, end.unwrap_or(launch.close) - 1);
        Some(Launch {
            launcher,
            is_number: [is_number(launch.open + 2, comma - 1), is_number(block.0, block.1)],
        })
    }

    /// A function or a variable of the device.
    fn of_device(&mut self, at: usize) {
        let start = self.declaration(at);
        let first = self.text.words.iter().position(|word| word.start == start).unwrap_or(at);
        let is_on_host = (first..self.text.words.len())
            .take_while(|&at| !matches!(self.text.words[at].text, "(" | ";" | "{" | "="))
            .any(|at| self.text.name(at) == Some("__host__"));
        let word = self.text.words[at];
        if is_on_host {
            return self.replace(word.start..word.end, "");
        }
        let mut next = at + 1;
        while let Some(found) = self.text.words.get(next) {
            match found.text {
                "__launch_bounds__" | "__attribute__" | "__align__"
                    if self.text.is(next + 1, Punct::LParen) =>
                {
                    next = self.text.closing(next + 1).unwrap_or(next + 1);
                }
                "<" => next = self.text.closing_angle(next).unwrap_or(next),
                "(" => return self.function(at, start, next),
                ";" | "=" | "[" | "," => return self.variable(start, next),
                "class" | "struct" | "union" if self.text.is(next + 2, Punct::LBrace) => return,
                _ => {}
            }
            next += 1;
        }
    }

    /// Where a declaration begins, `template <…>` included.
    fn declaration(&self, at: usize) -> usize {
        let first = self.text.declaration_start(at);
        let angle = first.checked_sub(1).filter(|&before| self.text.is(before, Punct::Gt));
        let template =
            angle.and_then(|close| self.text.opening_angle(close)).and_then(|open| open.checked_sub(1));
        let first = template.filter(|&word| self.text.name(word) == Some("template")).unwrap_or(first);
        self.text.words[first].start
    }

    fn function(&mut self, at: usize, start: usize, open: usize) {
        let Some(close) = self.text.closing(open) else { return };
        let body = (close..self.text.words.len())
            .find(|&at| self.text.is(at, Punct::LBrace) || self.text.is(at, Punct::Semi));
        let Some(body) = body else { return };
        let last = if self.text.is(body, Punct::Semi) { Some(body) } else { self.text.closing(body) };
        let Some(last) = last else { return };
        let range = start..self.text.words[last].end;
        self.gone.push(range.clone());
        self.host.functions.push(range.clone());
        let is_kernel = self.text.words[at].text == "__global__"
            || (self.text.words.iter()).any(|word| {
                range.contains(&word.start)
                    && word.start < self.text.words[open].start
                    && word.text == "__global__"
            });
        let special = self.text.opening_angle(open - 1).filter(|_| self.text.is(open - 1, Punct::Gt));
        let name = self.text.name(special.unwrap_or(open) - 1).unwrap_or_default();
        match (is_kernel, self.text.is(body, Punct::Semi)) {
            (true, false) => self.host.kernels.push(range),
            (true, true) => self.host.declared.push((range, name.to_owned())),
            (false, _) => self.replace(range, ""),
        }
    }

    /// The memory behind a variable: `static oclSymbol w = { 12, NULL, NULL };`.
    fn variable(&mut self, start: usize, from: usize) {
        let Some(end) = (from..self.text.words.len()).find(|&at| self.text.is(at, Punct::Semi)) else {
            return;
        };
        let range = start..self.text.words[end].end;
        let name = self.text.name(from - 1).unwrap_or_default();
        let is_alone = !(from..end).any(|at| self.text.is(at, Punct::Comma) && self.depth(from, at) == 0);
        if !is_alone {
            let help = "declare each in a declaration of its own";
            return self.refuse(
                range,
                String::from(
                    "variables of the device that are declared together are not translated to OpenCL",
                ),
                help,
            );
        }
        let Some(bytes) = self.symbols.get(name) else {
            return self.replace(range.clone(), "");
        };
        let equals = (from..end).find(|&at| self.text.is(at, Punct::Eq));
        let (initial, declared) = match equals {
            None => (String::from("NULL"), String::new()),
            Some(_) => {
                let text = self.text.source(start, self.text.words[end].end);
                let first = self.text.words[from - 1];
                let before = text[..first.start - start]
                    .replace("__constant__", "")
                    .replace("__device__", "")
                    .replace("static", "");
                let before = before.replace("const ", "");
                let after = &text[first.end - start..];
                let amp = if self.text.is(from, Punct::LBracket) { "" } else { "&" };
                (
                    format!("{amp}{name}_initial"),
                    format!("static const {} {name}_initial{after}\n", before.trim()),
                )
            }
        };
        self.gone.push(range.clone());
        self.replace(range, &format!("{declared}static oclSymbol {name} = {{ {bytes}, {initial}, NULL }};"));
    }

    /// How many brackets are open at `at`, counted from `from`.
    fn depth(&self, from: usize, at: usize) -> i32 {
        let change = |at: usize| match self.text.words[at].text {
            "(" | "{" | "[" => 1,
            ")" | "}" | "]" => -1,
            _ => 0,
        };
        (from..at).map(change).sum()
    }
}

/// `float2`, `uint4`
fn is_vector(name: &str) -> bool {
    let scalar = name.strip_suffix(['1', '2', '3', '4']).unwrap_or_default();
    let scalars = ["char", "short", "int", "float", "double"];
    scalars.contains(&scalar) || scalar.strip_prefix('u').is_some_and(|scalar| scalars[..3].contains(&scalar))
}
