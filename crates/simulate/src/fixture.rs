//! What the unit tests share: CUDA text in, the outcome of a launch out.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use diagnostics::Sink;
use gpu::Gpu;
use hir::{CudaSpecs, Linkage};
use source::FileKind;
use syntax::Dialect;
use syntax::preprocess::{FileLoader, Loaded};

use crate::{Config, GlobalMemory, Launch, Outcome, Symbols, compile};

struct NoFiles;

impl FileLoader for NoFiles {
    fn load(&mut self, _: &str) -> Loaded {
        Loaded::NotFound
    }
}

/// An argument of a kernel.
pub(crate) enum Arg {
    /// An `int`.
    Int(i32),
    /// An array of `int`, copied in; its contents come back.
    Ints(Vec<i32>),
    /// Room for so many `int`s, not written.
    Room(usize),
}

/// What a launch did.
pub(crate) struct Ran {
    /// The arrays, after it.
    pub(crate) arrays: Vec<Vec<i32>>,
    pub(crate) outcome: Outcome,
}

impl Ran {
    /// The findings, as the names of their kinds.
    pub(crate) fn findings(&self) -> Vec<String> {
        let name = |kind: &crate::FindingKind| {
            let text = format!("{kind:?}");
            text.split([' ', '{']).next().unwrap_or_default().to_owned()
        };
        self.outcome.findings.iter().map(|finding| name(&finding.kind)).collect()
    }
}

/// Runs the only kernel of a text.
pub(crate) fn run(text: &str, grid: [u32; 3], block: [u32; 3], args: Vec<Arg>) -> Ran {
    let mut sources = syntax::new_sources();
    let bytes: Arc<[u8]> = text.as_bytes().into();
    let file = sources.map.add("test.cu".into(), bytes, FileKind::User, None).expect("room");
    let options = syntax::preprocess::Options { dialect: Dialect::Cuda, ..Default::default() };
    let mut sink = Sink::default();
    let tokens = syntax::preprocess(file, &options, &mut NoFiles, &mut sources, &mut sink);
    let unit = syntax::parse(&tokens, Dialect::Cuda, &mut sources, &mut sink);
    let mut program = hir::Program::default();
    let options = resolve::Options { cuda: true, ..Default::default() };
    resolve::resolve(&unit, &options, &mut program, &mut sources, &mut sink);
    let messages: Vec<_> = sink.diagnostics().iter().map(|d| d.message.clone()).collect();
    assert_eq!(messages, [""; 0], "in {text}");
    let is_kernel = |f: &hir::Function| f.cuda.has(CudaSpecs::GLOBAL) && f.body.is_some();
    let (kernel, _) = program.functions.iter().find(|(_, f)| is_kernel(f)).expect("a kernel");
    let linkage = Linkage::new(&program);
    let code = match compile(&program, &sources, &linkage, &Symbols::new(), kernel) {
        Ok(code) => code,
        Err(why) => panic!("{}", why.message),
    };
    let mut memory = GlobalMemory::new(1 << 30);
    let mut bytes = Vec::new();
    let mut arrays = Vec::new();
    for arg in args {
        match arg {
            Arg::Int(n) => bytes.extend(n.to_le_bytes()),
            Arg::Ints(values) => {
                let at = memory.allocate(values.len() as u64 * 4).expect("room");
                memory.write(at, &values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>());
                bytes.extend(at.to_le_bytes());
                arrays.push((at, values.len()));
            }
            Arg::Room(len) => {
                let at = memory.allocate(len as u64 * 4).expect("room");
                bytes.extend(at.to_le_bytes());
                arrays.push((at, len));
            }
        }
    }
    let stop = AtomicBool::new(false);
    let config = Config { grid, block, dynamic_shared: 0, args: bytes };
    let launch = Launch::new(&code, &memory, Gpu::H200, config, &stop).expect("a launch").counted();
    std::thread::scope(|scope| {
        scope.spawn(|| launch.work());
        launch.work();
    });
    let outcome = launch.finish();
    let read = |(at, len): (u64, usize)| {
        let mut bytes = vec![0; len * 4];
        memory.read(at, &mut bytes);
        bytes.chunks(4).map(|b| i32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
    };
    Ran { arrays: arrays.into_iter().map(read).collect(), outcome }
}

/// Runs a kernel with one block of threads and one array.
pub(crate) fn one_block(threads: u32, text: &str, array: Vec<i32>) -> Ran {
    run(text, [1, 1, 1], [threads, 1, 1], vec![Arg::Ints(array)])
}
