//! A profile: the nouns, and at the same time the JSON of `--json`.
//!
//! ```json
//! {"schema": "warploom-profile/1", "gpu": "h200", "program": ["scale.cu"],
//!  "kernels": [{"name": "scale", "accesses": [{"text": "a[i]", "requests": 64, …}]}]}
//! ```
//! Fields are only ever added within one schema number; docs/profile.md
//! describes them.

use gpu::Way;
use serde::{Deserialize, Serialize};

/// The name of this shape of JSON.
pub const SCHEMA: &str = "warploom-profile/1";

/// A run, counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// [`SCHEMA`].
    pub schema: String,
    /// Whose rules were counted by.
    pub gpu: String,
    /// The files of the program.
    pub program: Vec<String>,
    /// The kernels that ran, most expensive first.
    pub kernels: Vec<Kernel>,
    /// What the run found wrong.
    pub findings: Vec<Finding>,
    /// The lines of the source that kernels executed.
    pub lines: Vec<Line>,
}

/// All launches of a kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// Where it is defined.
    pub file: String,
    /// The line there.
    pub line: usize,
    /// How often it was launched.
    pub launches: u64,
    /// Blocks of the last launch: x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block: x, y, z.
    pub block: [u32; 3],
    /// Bytes of shared memory of a block.
    pub shared_bytes: u64,
    /// Registers of a thread, estimated.
    pub registers: u32,
    /// How full a multiprocessor gets.
    pub occupancy: Occupancy,
    /// What was executed.
    pub instructions: Instructions,
    /// Bytes moved to and from device memory.
    pub bytes_moved: u64,
    /// Which ceiling is near.
    pub roofline: Roofline,
    /// Seconds that memory is busy for it, by the model of [`crate::gather`].
    pub memory_seconds: f64,
    /// Seconds that the simulation of all launches took.
    pub simulation_seconds: f64,
    /// Places that touch device or shared memory, most expensive first.
    pub accesses: Vec<Access>,
}

/// How many warps a multiprocessor holds at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Occupancy {
    /// Blocks at once.
    pub blocks: u32,
    /// Warps at once.
    pub warps: u32,
    /// Warps there is room for.
    pub most_warps: u32,
    /// What runs out first: "threads", "blocks", "registers" or "shared memory".
    pub limit: String,
}

/// Instructions, counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Instructions {
    /// Once for each warp.
    pub warp: u64,
    /// Once for each lane that took part.
    pub lane: u64,
    /// Of lanes: arithmetic of `float` and `double`.
    pub floating: u64,
    /// Of lanes: integers, addresses, comparisons, copies.
    pub integer: u64,
    /// Of lanes: loads, stores, atomic updates.
    pub memory: u64,
    /// Of lanes: branches, barriers, votes, shuffles.
    pub control: u64,
    /// Branches, once for each warp.
    pub branches: u64,
    /// Branches whose lanes parted.
    pub divergent_branches: u64,
    /// Barriers, once for each block.
    pub barriers: u64,
}

/// Where a kernel lies under the roofline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Roofline {
    /// Floating-point operations per byte of device memory; none without bytes.
    pub intensity: Option<f64>,
    /// Where the two ceilings meet: below, memory is the limit.
    pub ridge: f64,
    /// Operations a second that are possible at this intensity.
    pub attainable: f64,
    /// The processor's best.
    pub peak: f64,
}

/// What a place in the source does to memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Access {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// As it is written.
    pub text: String,
    /// Load, store or atomic update.
    pub kind: Kind,
    /// Which memory.
    pub memory: Memory,
    /// Bytes a lane asks for.
    pub size: u64,
    /// Times a warp came by.
    pub requests: u64,
    /// Lanes that took part, over all requests.
    pub lanes: u64,
    /// Transactions with device memory: sectors, lines or segments.
    pub transactions: u64,
    /// As many as the same lanes would need for neighbouring words.
    pub ideal_transactions: u64,
    /// As many as they would need if each had the word of its place: the fewest where data
    /// chooses the lanes.
    pub in_place_transactions: u64,
    /// Bytes the lanes asked for.
    pub bytes_asked: u64,
    /// Bytes moved to or from device memory.
    pub bytes_moved: u64,
    /// Passes over the banks of shared memory (wavefronts).
    pub passes: u64,
    /// As many as without conflicts.
    pub ideal_passes: u64,
    /// Seconds that memory is busy for it.
    pub seconds: f64,
    /// Its part of the time of all accesses of the program, 0 to 1.
    pub share: f64,
    /// What is wrong, and what to write instead.
    pub remedy: Option<String>,
    /// The most expensive request.
    pub sample: Option<Sample>,
}

/// What is done to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A load.
    Read,
    /// A store.
    Write,
    /// An atomic update.
    Atomic,
}

/// Which memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Memory {
    /// Device memory.
    Global,
    /// A block's shared memory.
    Shared,
    /// A thread's own memory, where its arrays lie: a part of device memory.
    Local,
}

/// One request of a warp.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// `blockIdx`.
    pub block: [u32; 3],
    /// The warp's number in the block.
    pub warp: u32,
    /// Byte addresses by lane; in shared memory, offsets. None for a lane
    /// that sleeps.
    pub addresses: Vec<Option<u64>>,
    /// Transactions or passes it took.
    pub cost: u64,
    /// The variable, where it is known.
    pub variable: Option<Variable>,
}

/// A variable in shared memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its first byte.
    pub offset: u64,
    /// Bytes from one row to the next, if it has rows.
    pub row_bytes: Option<u64>,
}

/// Something wrong with the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The code, for `warploom explain`.
    pub code: String,
    /// What.
    pub message: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: usize,
}

/// A line of the source and what it cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// As it is written.
    pub text: String,
    /// Lane instructions.
    pub instructions: u64,
    /// Lanes that took part, of those that could have.
    pub active: f64,
    /// Branches whose lanes parted.
    pub divergent_branches: u64,
    /// Seconds that memory is busy for it.
    pub seconds: f64,
}

impl From<gpu::Occupancy> for Occupancy {
    fn from(gpu::Occupancy { blocks, warps, most_warps, limit }: gpu::Occupancy) -> Occupancy {
        Occupancy { blocks, warps, most_warps, limit: limit.to_owned() }
    }
}

impl Kernel {
    /// Lanes of a warp that took part in an instruction, on average.
    pub fn active_lanes(&self) -> f64 {
        ratio(self.instructions.lane, self.instructions.warp)
    }

    /// Threads of a block.
    pub fn threads(&self) -> u64 {
        self.block.iter().map(|&n| u64::from(n)).product()
    }
}

impl Access {
    /// Which way its data goes.
    pub fn way(&self) -> Way {
        if self.kind == Kind::Read { Way::Load } else { Way::Store }
    }

    /// Transactions or passes of a request, on average.
    pub fn cost_per_request(&self) -> f64 {
        match self.memory {
            Memory::Global | Memory::Local => ratio(self.transactions, self.requests),
            Memory::Shared => ratio(self.passes, self.requests),
        }
    }

    /// The same, at best.
    pub fn ideal_per_request(&self) -> f64 {
        match self.memory {
            Memory::Global | Memory::Local => ratio(self.ideal_transactions, self.requests),
            Memory::Shared => ratio(self.ideal_passes, self.requests),
        }
    }

    /// Lanes that take part, on average.
    pub fn active_lanes(&self) -> f64 {
        ratio(self.lanes, self.requests)
    }
}

impl Profile {
    /// Reads what `--json` wrote.
    pub fn from_json(text: &[u8]) -> Result<Profile, String> {
        let profile: Profile = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        if profile.schema == SCHEMA {
            Ok(profile)
        } else {
            Err(format!("its schema is `{}`, not `{SCHEMA}`", profile.schema))
        }
    }

    /// What `--json` writes.
    pub fn to_json(&self) -> String {
        // Every value is a string or a number: serialising cannot fail.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Seconds that memory is busy for all kernels.
    pub fn memory_seconds(&self) -> f64 {
        self.kernels.iter().map(|kernel| kernel.memory_seconds).sum()
    }
}

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
