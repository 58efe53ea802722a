//! From an address to the memory it means.
//!
//! An address that is no multiple of the access's size, or where nothing lies,
//! is reported and has no [`Spot`].

use crate::block::World;
use crate::code::{Pc, SiteId};
use crate::finding::FindingKind;
use crate::memory::address::{Space, split};
use crate::memory::global::{Allocation, Stray};
use crate::warp::Warp;

/// One lane's access.
#[derive(Clone, Copy)]
pub(crate) struct Touch {
    pub(crate) lane: usize,
    pub(crate) address: u64,
    pub(crate) size: u64,
    pub(crate) site: SiteId,
    pub(crate) pc: Pc,
}

/// Where a good address leads.
#[derive(Clone, Copy)]
pub(crate) enum Spot<'a> {
    /// Device memory: which allocation, and the byte in it.
    Global { index: usize, allocation: &'a Allocation, offset: u64 },
    /// The block's shared memory.
    Shared { offset: u64 },
    /// The warp's part of local memory.
    Local { at: u64 },
}

/// Where a lane's own memory begins in its warp's.
pub(crate) fn local_start(lane: usize, world: &World<'_, '_>) -> u64 {
    lane as u64 * world.launch.code.local_bytes
}

impl Warp {
    /// Where an access goes; `None` if it is wrong, and then it is reported.
    // Always inlined: a result that goes through memory costs more than the work.
    #[inline(always)]
    pub(crate) fn locate<'a>(
        &self,
        touch: Touch,
        wrote: bool,
        world: &mut World<'_, 'a>,
    ) -> Option<Spot<'a>> {
        let Touch { lane, address, size, .. } = touch;
        let thread = self.thread(lane);
        if !address.is_multiple_of(size) {
            world.report(touch.pc, FindingKind::Misaligned { size }, thread);
            return None;
        }
        let (space, offset) = split(address);
        let found = match space {
            Space::Global => {
                let memory = world.launch.memory;
                let found = memory.find(address, size, &mut world.hint);
                if let Some((_, allocation)) = found
                    && allocation.is_constant
                    && wrote
                {
                    world.report(touch.pc, FindingKind::WroteConstant, thread);
                    return None;
                }
                found.map(|(index, allocation)| {
                    let offset = address - allocation.base();
                    Spot::Global { index, allocation, offset }
                })
            }
            Space::Shared => (offset + size <= world.shared.bytes()).then_some(Spot::Shared { offset }),
            Space::Local => (offset + size <= world.launch.code.local_bytes)
                .then(|| Spot::Local { at: local_start(lane, world) + offset }),
        };
        if found.is_none() {
            world.stray(touch, wrote, thread);
        }
        found
    }
}

impl World<'_, '_> {
    /// Reports an access to where nothing lies.
    #[cold]
    pub(crate) fn stray(&mut self, touch: Touch, wrote: bool, thread: u32) {
        let (space, offset) = split(touch.address);
        let near = match space {
            Space::Global => match self.launch.memory.describe(touch.address) {
                Stray::Null => "a null pointer".to_owned(),
                Stray::Freed => "memory that was freed".to_owned(),
                Stray::Beyond { offset, bytes, name } => {
                    let name = name.map_or_else(|| "an allocation".to_owned(), |name| format!("`{name}`"));
                    format!("byte {offset} of {name}, which has {bytes}")
                }
                Stray::Before { distance, bytes, name } => {
                    let name = name.map_or_else(|| "an allocation".to_owned(), |name| format!("`{name}`"));
                    format!("{distance} bytes before {name}, which has {bytes}")
                }
                Stray::Unknown => "no memory of the device: a pointer of the host?".to_owned(),
            },
            Space::Shared => format!("byte {offset} of shared memory, which has {}", self.shared.bytes()),
            Space::Local => format!("byte {offset} of the thread's own memory"),
        };
        self.report(touch.pc, FindingKind::OutOfBounds { wrote, near }, thread);
    }
}
