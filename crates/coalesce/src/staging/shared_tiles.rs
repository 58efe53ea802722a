//! The shared memory that tiles are in, and what it is called.
//!
//! ```c
//! __shared__ struct {
//!     float in[32][129];
//!     float out[32][129];
//! } tile;
//! ```
//! Several tiles are members of one struct, because the CUDA compiler then knows them
//! apart: it takes elements of the next columns out of `tile.in` before it has put the last
//! ones into `tile.out`. With two arrays it does not dare to, and a loop whose iterations
//! need each other waits for shared memory in each of them.

use std::collections::BTreeMap;

use analyze::Place;

use crate::kernel::Kernel;
use crate::layout::INDENT;
use crate::staging::Stage;
use crate::staging::team::Team;

/// Names what each tile holds. Loops that stage the same columns of an array share one.
pub(crate) fn name_contents(kernel: &Kernel<'_>, stages: &mut [Stage<'_>]) {
    let mut named: BTreeMap<(Place, u64), String> = BTreeMap::new();
    for tile in stages.iter_mut().flat_map(|stage| &mut stage.tiles) {
        let array = contents(kernel, &tile.place);
        let others = named.keys().filter(|(place, ..)| *place == tile.place).count();
        let suffix = if others == 0 { String::new() } else { format!("{}", others + 1) };
        let name = named.entry((tile.place.clone(), tile.halo));
        tile.contents = name.or_insert_with(|| format!("{array}{suffix}")).clone();
    }
}

/// `p.in` and `p->in` are `p_in`.
pub(crate) fn contents(kernel: &Kernel<'_>, place: &Place) -> String {
    kernel.input.place_name(place).replace("->", "_").replace('.', "_")
}

/// Names the tiles themselves, and declares them.
pub(crate) fn declare(kernel: &Kernel<'_>, team: &Team, stages: &mut [Stage<'_>], indent: &str) -> String {
    let mut members: Vec<(String, String)> = Vec::new();
    let mut add = |contents: &String, declared: String| {
        if !members.iter().any(|(known, _)| known == contents) {
            members.push((contents.clone(), declared));
        }
    };
    for stage in &*stages {
        for tile in &stage.tiles {
            let columns = stage.width + tile.halo + tile.padding;
            add(
                &tile.contents,
                format!("{} {{}}[{}][{columns}];", kernel.type_text(tile.element), team.rows),
            );
        }
        for vector in &stage.vectors {
            add(&vector.contents, format!("{} {{}}[{}];", kernel.type_text(vector.element), stage.width));
        }
    }
    let (whole, is_struct) = (kernel.fresh("tile"), members.len() > 1);
    let name = |contents: &str| match is_struct {
        true => format!("{whole}.{contents}"),
        false => kernel.fresh(&format!("{contents}_tile")),
    };
    for stage in stages {
        stage.tiles.iter_mut().for_each(|tile| tile.name = name(&tile.contents));
        stage.vectors.iter_mut().for_each(|vector| vector.name = name(&vector.contents));
    }
    match members.as_slice() {
        [] => String::new(),
        [(contents, declared)] => format!("\n{indent}__shared__ {}", declared.replace("{}", &name(contents))),
        _ => {
            let line = |(contents, declared): &(String, String)| {
                format!("\n{indent}{INDENT}{}", declared.replace("{}", contents))
            };
            let lines: String = members.iter().map(line).collect();
            format!("\n{indent}__shared__ struct {{{lines}\n{indent}}} {whole};")
        }
    }
}
