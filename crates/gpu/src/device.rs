//! What kernels are written for: a GPU, and how much of it a target's interface gives.

use crate::{Gpu, STATIC_SHARED};

/// A GPU, as a program of a target finds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Device {
    /// The processor.
    pub gpu: Gpu,
    /// Bytes of shared memory that a block can have; what asks for more is refused.
    pub shared_per_block: u64,
    /// Bytes of shared memory that a block gets without having asked: for a second buffer.
    pub shared_by_choice: u64,
}

/// More shared memory than this, and a multiprocessor holds too few blocks for a second buffer to help.
const WORTH_CHOOSING: u64 = 96 * 1024;

impl Device {
    /// A GPU as its maker's own interface gives it.
    pub fn of(gpu: Gpu) -> Device {
        let shared_per_block = gpu.limits().shared_per_block;
        Device { gpu, shared_per_block, shared_by_choice: shared_per_block.min(WORTH_CHOOSING) }
    }

    /// A GPU as OpenCL gives it. NVIDIA's driver has no more local memory than a block has without asking. Which device
    /// it will be is known at the run, which refuses what the device does not have; what we choose is to
    /// run on every one.
    pub fn of_open_cl(gpu: Gpu) -> Device {
        let device = Device::of(gpu);
        Device { shared_by_choice: device.shared_by_choice.min(STATIC_SHARED), ..device }
    }
}

impl Default for Device {
    fn default() -> Device {
        Device::of(Gpu::default())
    }
}
