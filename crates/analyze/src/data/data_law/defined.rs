//! What a kernel defines because the user says so.

use crate::KernelFacts;

use super::Law;

impl Law<'_, '_> {
    /// The arrays of `defines`: all elements of their copies are new, however the kernel finds its way to them.
    pub(super) fn defined_by(&mut self, unit: usize, kernel: &KernelFacts) {
        let span = self.input.program.directives[kernel.directive].span;
        let facts = self.facts;
        for used in kernel.arrays.iter().filter(|used| kernel.defines.contains(&used.place)) {
            let Some(copy) = used.copy.map(|copy| &facts[unit].copies[copy.0]) else { continue };
            let objects = self.objects_of(&used.place, kernel.directive);
            let is_alone = objects.len() == 1;
            for (loc, offset) in objects {
                let area = self.area_of(&copy.dims, &copy.host_extents, &offset);
                let mut object = self.object_to_change(loc);
                object.kernel_writes(&if is_alone { area } else { area.in_doubt() }, span);
                self.set(loc, object);
            }
        }
    }
}
