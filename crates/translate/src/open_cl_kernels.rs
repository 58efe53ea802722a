//! The kernels of an OpenCL file, as its host must know them: arguments, local memory, the group that
//! they require. On the processor each gets a function that takes its arguments from memory.

use std::fmt::Write as _;

use hir::{CudaSpecs, FunctionId, Item, Program, Type, TypeKind, VarId};
use source::Sources;

/// A kernel and what it is given.
#[derive(Clone, Debug)]
pub struct Described {
    /// Which function it is.
    pub function: FunctionId,
    name: String,
    local_bytes: u64,
    required: [u64; 3],
    /// It may ask how many dimensions there are, which the program is built for.
    asks_dimensions: bool,
    arguments: Vec<Argument>,
}

#[derive(Clone, Debug)]
struct Argument {
    /// As in `host.h`: `b`uffer, `l`ocal memory, `i`mage, `s`ampler or `v`alue.
    kind: char,
    size: u64,
    /// Of images, OpenCL's number of their type.
    object: u32,
    name: String,
}

/// The kernels of a unit, in order.
pub fn describe(program: &Program, sources: &Sources, unit: usize) -> Vec<Described> {
    let items = program.units.get(unit).map(|unit| unit.items.as_slice()).unwrap_or_default();
    let kernels = items.iter().filter_map(|item| match *item {
        Item::Function(function) if program.functions[function].cuda.has(CudaSpecs::GLOBAL) => Some(function),
        _ => None,
    });
    kernels.map(|function| described(program, sources, function)).collect()
}

fn described(program: &Program, sources: &Sources, function: FunctionId) -> Described {
    let declared = &program.functions[function];
    let argument = |&param: &VarId| {
        let var = &program.vars[param];
        let name = var.name.map_or_else(|| "_".to_owned(), |name| sources.text(name).into_owned());
        let size = program.size_of(var.ty).unwrap_or(0);
        let object = image(program, sources, var.ty);
        match () {
            () if program.local_offsets.contains(&param) => {
                let name = name.strip_suffix("_at").unwrap_or(&name).to_owned();
                Argument { kind: 'l', size, object, name }
            }
            () if program.types.is_pointer(var.ty) => Argument { kind: 'b', size, object, name },
            () if object != 0 => Argument { kind: 'i', size, object, name },
            () if is_sampler(program, sources, var.ty) => Argument { kind: 's', size, object, name },
            () => Argument { kind: 'v', size, object, name },
        }
    };
    let is_local = |var: &&hir::Var| var.owner == Some(function) && var.cuda.has(CudaSpecs::SHARED);
    let local = program.vars.iter().map(|(_, var)| var).filter(is_local);
    Described {
        function,
        name: sources.text(declared.name).into_owned(),
        local_bytes: local.filter_map(|var| program.size_of(var.ty)).sum(),
        required: program.required_block(sources, function).unwrap_or_default(),
        asks_dimensions: program.asks_dimensions,
        arguments: declared.params.iter().map(argument).collect(),
    }
}

/// `CL_MEM_OBJECT_…` of an image's type, by the name that the resolver gives it; zero for other types.
fn image(program: &Program, sources: &Sources, ty: Type) -> u32 {
    let record = program.types.as_record(ty);
    let Some(tag) = record.and_then(|record| program.records[record].tag) else { return 0 };
    match &*sources.text(tag) {
        "cl_image2d_t" => 0x10f1,
        "cl_image3d_t" => 0x10f2,
        "cl_image2d_array_t" => 0x10f3,
        "cl_image1d_t" => 0x10f4,
        "cl_image1d_array_t" => 0x10f5,
        "cl_image1d_buffer_t" => 0x10f6,
        _ => 0,
    }
}

fn is_sampler(program: &Program, sources: &Sources, ty: Type) -> bool {
    matches!(*program.types.kind(ty.unqualified()), TypeKind::Typedef(typedef)
        if sources.text(program.typedefs[typedef].name) == "cl_sampler_t")
}

/// The table that `programs.c` reads.
pub fn table(kernels: &[Described], number: impl Fn(&Described) -> u32) -> String {
    let mut text = String::new();
    for kernel in kernels {
        let [x, y, z] = kernel.required;
        let (name, number, bytes) = (&kernel.name, number(kernel), kernel.local_bytes);
        let asks = u8::from(kernel.asks_dimensions);
        let _ = writeln!(text, "{name} {number} {bytes} {x} {y} {z} {asks} {}", kernel.arguments.len());
        for Argument { kind, size, object, name } in &kernel.arguments {
            let _ = writeln!(text, "{kind} {size} {object} {:.63}", name);
        }
    }
    text
}

/// C behind the kernels: how a host starts them, given the types of their parameters.
pub(crate) fn starters(kernels: &[Described], mut types: impl FnMut(&Described) -> Vec<String>) -> String {
    let mut text = String::new();
    for kernel in kernels {
        let args = types(kernel).into_iter().enumerate();
        let args: String = args.map(|(at, pointer)| format!(", *({pointer})args[{at}]")).collect();
        let name = &kernel.name;
        let _ = write!(
            text,
            "\ncudaError_t warploom_start_{name}(dim3 grid, dim3 block, size_t bytes, void **args)\n{{\n    \
             return warploom_launch_{name}(grid, block, bytes, 0{args});\n}}\n"
        );
    }
    let table = table(kernels, |kernel| kernel.function.index() as u32);
    let lines: String = table.lines().map(|line| format!("    \"{line}\\n\"\n")).collect();
    let lines = if lines.is_empty() { "    \"\"\n".to_owned() } else { lines };
    let _ = write!(text, "\nconst char warploom_open_cl_table[] =\n{};\n", lines.trim_end());
    text
}
