//! Copies that a thread starts, and waits for later.
//!
//! ```text
//! __pipeline_memcpy_async(&tile[threadIdx.x], &a[threadIdx.x], 4);     starts
//! __pipeline_commit();                                                 ends a group of them
//! __pipeline_wait_prior(0);                                            waits for all groups but the last 0
//! ```
//! Translated programs have `hicuda_start_copy` for the first and `hicuda_await_copies` for
//! the others. A copy may be carried out at any time in between. Here it is carried out when it is waited
//! for, so that who reads too early reads what was there before; who still uses the memory
//! that it goes to, with no barrier in between, is found to race with it.

use crate::block::World;
use crate::code::{Pc, SiteId};
use crate::touch::{Places, lanes};
use crate::warp::{LANES, Warp};

/// The copies of a warp that are under way.
#[derive(Default)]
pub(crate) struct Pipeline {
    under_way: Vec<Copy>,
    /// How many groups each lane has ended.
    groups: [u64; LANES],
}

struct Copy {
    places: Places,
    bytes: u32,
    sites: (SiteId, SiteId),
    pc: Pc,
    /// The group of each lane.
    group: [u64; LANES],
}

impl Warp {
    pub(crate) fn start_copy(&mut self, places: Places, bytes: u32, sites: (SiteId, SiteId), pc: Pc) {
        let group = self.pipeline.groups;
        self.pipeline.under_way.push(Copy { places, bytes, sites, pc, group });
    }

    /// The active lanes end a group.
    pub(crate) fn commit_copies(&mut self) {
        for lane in lanes(self.mask()) {
            self.pipeline.groups[lane] += 1;
        }
    }

    /// The active lanes wait for all their groups but the last.
    pub(crate) fn wait_for_copies(&mut self, but: [u64; LANES], world: &mut World<'_, '_>) {
        let groups = self.pipeline.groups;
        let active = self.mask();
        let mut under_way = std::mem::take(&mut self.pipeline.under_way);
        for copy in &mut under_way {
            let is_awaited = |lane: &usize| copy.group[*lane] < groups[*lane].saturating_sub(but[*lane]);
            let awaited = lanes(copy.places.mask & active).filter(is_awaited);
            let mask = awaited.fold(0, |mask, lane| mask | 1 << lane);
            if mask != 0 {
                let sizes = (u64::from(copy.bytes), u64::from(copy.bytes));
                self.move_object(&Places { mask, ..copy.places }, sizes, copy.sites, copy.pc, world);
                copy.places.mask &= !mask;
            }
        }
        under_way.retain(|copy| copy.places.mask != 0);
        self.pipeline.under_way = under_way;
    }
}
