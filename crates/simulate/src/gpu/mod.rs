//! How graphics processors move memory: what an access of a warp costs.
//!
//! A warp's loads and stores are cut into *transactions* with device memory,
//! by rules that changed with the generations ([`transactions`]), and into
//! *passes* over the banks of shared memory ([`banks`]).

pub mod banks;
pub mod transactions;

/// A processor whose rules are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gpu {
    /// GeForce 8800, compute capability 1.0: half-warps in step, or nothing.
    G80,
    /// GTX 280, 1.2 and 1.3: segments of 32, 64 and 128 bytes.
    Gt200,
    /// Tesla C2050, 2.0: cache lines of 128 bytes.
    Fermi,
    /// Tesla P100, 6.0: sectors of 32 bytes.
    P100,
    /// H200, 9.0: the same, with more of everything.
    H200,
}

/// Which way data goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// To the lanes.
    Load,
    /// From the lanes; atomic updates too.
    Store,
}

/// What a multiprocessor has.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Multiprocessors.
    pub multiprocessors: u32,
    /// Threads that can be resident on one.
    pub threads: u32,
    /// Blocks that can be resident on one.
    pub blocks: u32,
    /// Registers of 32 bits.
    pub registers: u32,
    /// Bytes of shared memory of one multiprocessor.
    pub shared_bytes: u64,
    /// Bytes of shared memory that one block may have.
    pub shared_per_block: u64,
    /// Threads of a block.
    pub threads_per_block: u32,
    /// Peak bytes per second of device memory.
    pub bandwidth: f64,
    /// Peak floating-point operations per second, single precision.
    pub flops: f64,
    /// Passes over its shared memory that a multiprocessor makes in a second.
    pub shared_clock: f64,
}

impl Gpu {
    /// All, oldest first.
    pub const ALL: [Gpu; 5] = [Gpu::G80, Gpu::Gt200, Gpu::Fermi, Gpu::P100, Gpu::H200];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Gpu::G80 => "g80",
            Gpu::Gt200 => "gt200",
            Gpu::Fermi => "fermi",
            Gpu::P100 => "p100",
            Gpu::H200 => "h200",
        }
    }

    /// The processor of that name.
    pub fn named(name: &str) -> Option<Gpu> {
        Gpu::ALL.into_iter().find(|gpu| gpu.name() == name)
    }

    /// Lanes whose accesses are looked at together.
    pub fn group(self) -> usize {
        match self {
            Gpu::G80 | Gpu::Gt200 => 16,
            Gpu::Fermi | Gpu::P100 | Gpu::H200 => 32,
        }
    }

    /// Banks of shared memory, each four bytes wide.
    pub fn banks(self) -> u64 {
        match self {
            Gpu::G80 | Gpu::Gt200 => 16,
            Gpu::Fermi | Gpu::P100 | Gpu::H200 => 32,
        }
    }

    /// Sizes and speeds, from the makers' data sheets.
    pub fn limits(self) -> Limits {
        const KIB: u64 = 1024;
        let old = Limits {
            multiprocessors: 16,
            threads: 768,
            blocks: 8,
            registers: 8192,
            shared_bytes: 16 * KIB,
            shared_per_block: 16 * KIB,
            threads_per_block: 512,
            bandwidth: 86.4e9,
            flops: 345.6e9,
            shared_clock: 0.675e9,
        };
        match self {
            Gpu::G80 => old,
            Gpu::Gt200 => Limits {
                multiprocessors: 30,
                threads: 1024,
                registers: 16384,
                bandwidth: 141.7e9,
                flops: 622.1e9,
                shared_clock: 0.648e9,
                ..old
            },
            Gpu::Fermi => Limits {
                multiprocessors: 14,
                threads: 1536,
                blocks: 8,
                registers: 32768,
                shared_bytes: 48 * KIB,
                shared_per_block: 48 * KIB,
                threads_per_block: 1024,
                bandwidth: 144e9,
                flops: 1030e9,
                shared_clock: 0.575e9,
            },
            Gpu::P100 => Limits {
                multiprocessors: 56,
                threads: 2048,
                blocks: 32,
                registers: 65536,
                shared_bytes: 64 * KIB,
                shared_per_block: 48 * KIB,
                threads_per_block: 1024,
                bandwidth: 732e9,
                flops: 9.5e12,
                shared_clock: 1.3e9,
            },
            Gpu::H200 => Limits {
                multiprocessors: 132,
                threads: 2048,
                blocks: 32,
                registers: 65536,
                shared_bytes: 228 * KIB,
                shared_per_block: 227 * KIB,
                threads_per_block: 1024,
                bandwidth: 4.8e12,
                flops: 67e12,
                shared_clock: 1.98e9,
            },
        }
    }
}
