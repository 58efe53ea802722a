//! What a GPU is, for everything that asks: analysis, remedies, simulator, profile, geometry.
//!
//! A warp's loads and stores are cut into *transactions* with device memory,
//! by rules that changed with the generations ([`transactions`]), and into
//! *passes* over the banks of shared memory ([`banks`]). A multiprocessor holds as many
//! warps as its registers and its shared memory allow ([`occupancy`], [`registers`]). How long
//! all of it takes is the business of [`time`].
//!
//! A new GPU is a variant of [`Gpu`] and its [`Limits`]: the matches of this crate, which have
//! no `_`, list the rules to decide on.

pub mod banks;
mod device;
pub mod occupancy;
pub mod registers;
pub mod time;
pub mod transactions;

pub use device::Device;
pub use occupancy::{Occupancy, occupancy};

/// Threads of a warp of NVIDIA's, and of those that the simulator runs in step: [`Gpu::warp`] has the others.
pub const WARP: u64 = 32;
/// The GPU that is compiled for where nothing else is said.
pub const TARGET: Gpu = Gpu::H200;
/// Threads of a block there.
pub const MOST_THREADS: u64 = TARGET.limits().threads_per_block as u64;

/// The most blocks of a grid on x.
pub const MOST_BLOCKS: u64 = 0x7fff_ffff;

/// The most blocks of a grid on y, and on z.
pub const MOST_OUTER_BLOCKS: u64 = 65_535;
/// Bytes of constant memory.
pub const CONSTANT_BYTES: u64 = 64 * 1024;
/// Bytes of the arguments of a launch, on NVIDIA's GPUs since Volta; what counts blocks is taken off.
pub const ARGUMENT_BYTES: u64 = 32_764 - 64;
/// Bytes of shared memory that a block can have without asking for more at the launch.
pub const STATIC_SHARED: u64 = 48 * 1024;
/// Bytes of the widest load and store of a thread.
pub const WIDEST: u64 = 16;

/// A processor whose rules are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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
    #[default]
    H200,
    /// One of the two dies of an Instinct MI250X, gfx90a: wavefronts of 64, cache lines of 64 bytes.
    Mi250x,
    /// Radeon RX 6900 XT, gfx1030: wavefronts of 32, cache lines of 128 bytes.
    Rx6900,
    /// No GPU but a processor with sixteen cores, as OpenCL has it: a core runs the threads of a block one after
    /// another, several at once in its vectors, and shared memory is memory.
    Processor,
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
    /// All: NVIDIA's, oldest first, then AMD's, then what is none.
    pub const ALL: [Gpu; 8] =
        [Gpu::G80, Gpu::Gt200, Gpu::Fermi, Gpu::P100, Gpu::H200, Gpu::Mi250x, Gpu::Rx6900, Gpu::Processor];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Gpu::G80 => "g80",
            Gpu::Gt200 => "gt200",
            Gpu::Fermi => "fermi",
            Gpu::P100 => "p100",
            Gpu::H200 => "h200",
            Gpu::Mi250x => "mi250x",
            Gpu::Rx6900 => "rx6900",
            Gpu::Processor => "processor",
        }
    }

    /// The processor of that name.
    pub fn named(name: &str) -> Option<Gpu> {
        Gpu::ALL.into_iter().find(|gpu| gpu.name() == name)
    }

    /// Lanes whose accesses are looked at together. Those of a wavefront of 64 go in two halves.
    pub fn group(self) -> usize {
        match self {
            Gpu::G80 | Gpu::Gt200 => 16,
            Gpu::Fermi | Gpu::P100 | Gpu::H200 | Gpu::Mi250x | Gpu::Rx6900 | Gpu::Processor => 32,
        }
    }

    /// Threads that are handed out together: those of a warp, or of a wavefront. A processor has them one by one.
    pub const fn warp(self) -> u64 {
        match self {
            Gpu::G80 | Gpu::Gt200 | Gpu::Fermi | Gpu::P100 | Gpu::H200 | Gpu::Rx6900 => WARP,
            Gpu::Mi250x => 64,
            Gpu::Processor => 1,
        }
    }

    /// Banks of shared memory, each four bytes wide. A processor's is memory without any, where [`banks::passes`] finds
    /// no conflict.
    pub const fn banks(self) -> u64 {
        match self {
            Gpu::G80 | Gpu::Gt200 => 16,
            Gpu::Fermi | Gpu::P100 | Gpu::H200 | Gpu::Mi250x | Gpu::Rx6900 | Gpu::Processor => 32,
        }
    }

    /// Sizes and speeds, from the makers' data sheets.
    pub const fn limits(self) -> Limits {
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
            // Four vector units with eight wavefronts and 512 registers for each lane; sixteen barriers.
            Gpu::Mi250x => Limits {
                multiprocessors: 110,
                threads: 2048,
                blocks: 16,
                registers: 131_072,
                shared_bytes: 64 * KIB,
                shared_per_block: 64 * KIB,
                threads_per_block: 1024,
                bandwidth: 1.6e12,
                flops: 23.9e12,
                shared_clock: 1.7e9,
            },
            // Two vector units with sixteen wavefronts and 1024 registers for each lane.
            Gpu::Rx6900 => Limits {
                multiprocessors: 80,
                threads: 1024,
                blocks: 32,
                registers: 65536,
                shared_bytes: 64 * KIB,
                shared_per_block: 64 * KIB,
                threads_per_block: 1024,
                bandwidth: 512e9,
                flops: 23e12,
                shared_clock: 2.25e9,
            },
            // A core runs one block at a time, and registers are the compiler's business; two vectors of
            // eight numbers multiplied and added in each cycle.
            Gpu::Processor => Limits {
                multiprocessors: 16,
                threads: 4096,
                blocks: 1,
                registers: u32::MAX,
                shared_bytes: 256 * KIB,
                shared_per_block: 256 * KIB,
                threads_per_block: 4096,
                bandwidth: 100e9,
                flops: 1.5e12,
                shared_clock: 6e9,
            },
        }
    }
}
