//! The static costs beside the simulator's counters, on kernels whose numbers
//! are all constants.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use diagnostics::Sink;
use simulate::{Config, GlobalMemory, Launch};
use source::{FileKind, Sources};
use syntax::Dialect;

use super::*;
use crate::AccessMode;
use crate::cuda_kernel::{cuda_kernels, is_global_memory, read};
use crate::fixture::NoFiles;

fn resolved(text: &str) -> (hir::Program, Sources) {
    let mut sources = syntax::new_sources();
    let bytes: Arc<[u8]> = text.as_bytes().into();
    let file = sources.map.add("test.cu".into(), bytes, FileKind::User, None).unwrap();
    let options = syntax::preprocess::Options { dialect: Dialect::Cuda, ..Default::default() };
    let mut sink = Sink::default();
    let tokens = syntax::preprocess(file, &options, &mut NoFiles, &mut sources, &mut sink);
    let unit = syntax::parse(&tokens, Dialect::Cuda, &mut sources, &mut sink);
    let mut program = hir::Program::default();
    let options = resolve::Options { cuda: true, ..Default::default() };
    resolve::resolve(&unit, &options, &mut program, &mut sources, &mut sink);
    let messages: Vec<_> = sink.diagnostics().iter().map(|d| d.message.clone()).collect();
    assert_eq!(messages, [""; 0], "in {text}");
    (program, sources)
}

/// A kernel over `float *a`, with blocks of this shape: text, pattern and cost
/// of each access, counted and calculated.
fn accesses(body: &str, block: [u32; 3], gpu: Gpu) -> Vec<(String, Pattern, Option<f64>)> {
    let [x, y, z] = block;
    let text = format!(
        "struct point {{ float x, y, z; }};\n\
         __global__ void k(float *a, double *d, struct point *p, int n) {{ {body} }}\n\
         void go(float *a, double *d, struct point *p) {{\n\
         dim3 block({x}, {y}, {z});\n k<<<8, block>>>(a, d, p, 1024);\n}}\n"
    );
    let (program, sources) = resolved(&text);
    let input = Input::new(&program, &sources);
    let kernel = read(&input, cuda_kernels(&program)[0]).unwrap();
    assert_eq!(kernel.block, Some(block.map(u64::from)));
    let code =
        simulate::compile(&program, &sources, input.linkage(), &simulate::Symbols::new(), kernel.function)
            .unwrap();
    let mut memory = GlobalMemory::new(1 << 30);
    let mut args = Vec::new();
    for bytes in [1 << 22; 3] {
        let at = memory.allocate(bytes).unwrap();
        memory.write(at, &vec![0; bytes as usize]);
        args.extend(at.to_le_bytes());
    }
    args.extend(1024i32.to_le_bytes());
    let stop = AtomicBool::new(false);
    let config = Config { grid: [8, 1, 1], block, dynamic_shared: 0, args };
    let launch = Launch::new(&code, &memory, gpu, config, &stop).expect("a launch").counted();
    launch.work();
    let counters = launch.finish().counters;
    let view = View::of_cuda(&input, &kernel);
    let mut found = Vec::new();
    for access in kernel.region.found.accesses.iter().filter(|a| is_global_memory(&program, &a.place)) {
        let cost = view.cost(access, gpu);
        let span = program.exprs[access.lvalue].span;
        // The site of a write is the assignment, which starts with the access.
        let sites = code.sites.iter().enumerate().filter(|(_, site)| site.lo == span.lo);
        let (site, _) = match access.mode {
            AccessMode::Read => sites.min_by_key(|(_, site)| site.hi),
            AccessMode::Write | AccessMode::Update => sites.max_by_key(|(_, site)| site.hi),
        }
        .expect("a site");
        let counted = counters.sites[site].transactions as f64 / counters.sites[site].requests as f64;
        let text = String::from_utf8_lossy(sources.map.text(span)).into_owned();
        if let Some(calculated) = cost.transactions {
            assert!((counted - calculated).abs() < 0.01, "{text}: {calculated}, but counted {counted}");
        }
        found.push((text, cost.pattern, cost.transactions));
    }
    found
}

fn patterns(body: &str) -> Vec<(Pattern, Option<f64>)> {
    accesses(body, [64, 1, 1], Gpu::H200).into_iter().map(|(_, pattern, cost)| (pattern, cost)).collect()
}

const GLOBAL: &str = "int i = blockIdx.x * blockDim.x + threadIdx.x;";

#[test]
fn each_pattern_costs_what_the_simulator_counts() {
    let one = |statement: &str| patterns(&format!("{GLOBAL} {statement}"))[0];
    assert_eq!(one("a[i] = 1;"), (Pattern::Coalesced, Some(4.0)));
    assert_eq!(one("d[i] = 1;"), (Pattern::Coalesced, Some(8.0)));
    assert_eq!(one("a[blockIdx.x] += 1;"), (Pattern::Broadcast, Some(1.0)));
    assert_eq!(one("a[i + 1] = 1;"), (Pattern::Misaligned, Some(5.0)));
    assert_eq!(one("a[2 * i] = 1;"), (Pattern::Strided(Some(2)), Some(8.0)));
    assert_eq!(one("a[i * 1000] = 1;"), (Pattern::Strided(Some(1000)), Some(32.0)));
    assert_eq!(one("p[i].y = 1;"), (Pattern::Strided(Some(3)), Some(12.0)));
    assert_eq!(one("a[511 - i] = 1;"), (Pattern::Coalesced, Some(4.0)));
    assert_eq!(one("a[(int)d[i]] = 1;").0, Pattern::Coalesced);
}

#[test]
fn an_index_out_of_memory_is_irregular() {
    let found = patterns(&format!("{GLOBAL} int j = (int)d[i]; a[j] = 1;"));
    assert_eq!(found[1], (Pattern::Irregular, None));
}

#[test]
fn a_pitch_that_is_not_known_is_a_row_apart() {
    let found =
        accesses(&format!("{GLOBAL} for (int j = 0; j < n; j++) a[i * n + j] = 1;"), [64, 1, 1], Gpu::H200);
    assert_eq!(found[0].1, Pattern::Strided(None));
    assert_eq!(found[0].2, Some(32.0));
}

#[test]
fn rows_of_odd_length_start_everywhere() {
    let walk = format!("{GLOBAL} for (int j = 0; j < 8; j++) a[j * 1001 + i] = 1;");
    let found = patterns(&walk);
    assert_eq!(found[0].0, Pattern::Misaligned);
}

#[test]
fn blocks_of_two_dimensions() {
    let body = "int c = blockIdx.x * blockDim.x + threadIdx.x; int r = threadIdx.y;";
    let along = accesses(&format!("{body} a[r * 1024 + c] = 1;"), [16, 16, 1], Gpu::H200);
    assert_eq!(along[0].1, Pattern::Coalesced);
    let across = accesses(&format!("{body} a[c * 1024 + r] = 1;"), [16, 16, 1], Gpu::H200);
    assert_eq!((across[0].1, across[0].2), (Pattern::Strided(None), Some(16.0)));
}

#[test]
fn quotients_and_strides_of_the_block_are_followed() {
    let tile = "for (int e = threadIdx.x; e < 1024; e += 64) a[e / 32 * 1000 + e % 32] = 1;";
    assert_eq!(patterns(tile)[0], (Pattern::Coalesced, Some(4.0)));
    let grid = format!("{GLOBAL} for (int j = i; j < n; j += blockDim.x * gridDim.x) a[j] = 1;");
    assert_eq!(patterns(&grid)[0].0, Pattern::Coalesced);
}

#[test]
fn older_processors_by_their_own_rules() {
    for gpu in Gpu::ALL {
        accesses(&format!("{GLOBAL} a[i + 1] = a[i * 3] + a[blockIdx.x];"), [64, 1, 1], gpu);
    }
}
