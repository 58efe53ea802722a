//! The programs of the menu.

use serde::Serialize;

/// A program to begin with.
#[derive(Serialize)]
pub(crate) struct Example {
    /// Where it stands in the menu.
    group: &'static str,
    /// Its file's name.
    pub(crate) name: &'static str,
    /// Its text.
    pub(crate) text: &'static str,
}

const DIRECTIVES: &str = "C with directives";
const PLAIN: &str = "Plain C";
const CUDA: &str = "CUDA";

/// All of them; the first is shown if no file is named.
#[rustfmt::skip]
pub(crate) const ALL: &[Example] = &[
    Example { group: DIRECTIVES, name: "vector_add.c", text: include_str!("../programs/vector_add.c") },
    Example { group: DIRECTIVES, name: "saxpy.c", text: include_str!("../programs/saxpy.c") },
    Example { group: DIRECTIVES, name: "matmul.c", text: include_str!("../programs/matmul.c") },
    Example { group: DIRECTIVES, name: "jacobi.c", text: include_str!("../programs/jacobi.c") },
    Example { group: DIRECTIVES, name: "transpose.c", text: include_str!("../programs/transpose.c") },
    Example { group: DIRECTIVES, name: "reductions.c", text: include_str!("../programs/reductions.c") },
    Example { group: DIRECTIVES, name: "nbody.c", text: include_str!("../programs/nbody.c") },
    Example { group: DIRECTIVES, name: "blur.c", text: include_str!("../programs/blur.c") },
    Example { group: DIRECTIVES, name: "sharpen.c", text: include_str!("../programs/sharpen.c") },
    Example { group: DIRECTIVES, name: "black_scholes.c", text: include_str!("../programs/black_scholes.c") },
    Example { group: PLAIN, name: "heat.c", text: include_str!("../page/examples/heat.c") },
    Example { group: CUDA, name: "race.cu", text: include_str!("../page/examples/race.cu") },
    Example { group: CUDA, name: "vector_add.cu", text: include_str!("../programs/seeds/vector_add.cu") },
    Example { group: CUDA, name: "saxpy.cu", text: include_str!("../programs/seeds/saxpy.cu") },
    Example { group: CUDA, name: "row_scale.cu", text: include_str!("../programs/seeds/row_scale.cu") },
    Example { group: CUDA, name: "matrix_vector.cu", text: include_str!("../programs/seeds/matrix_vector.cu") },
    Example { group: CUDA, name: "matrix_product.cu", text: include_str!("../programs/seeds/matrix_product.cu") },
    Example { group: CUDA, name: "neighbours.cu", text: include_str!("../programs/seeds/neighbours.cu") },
    Example { group: CUDA, name: "reduction.cu", text: include_str!("../programs/seeds/reduction.cu") },
    Example { group: CUDA, name: "runtime.cu", text: include_str!("../programs/seeds/runtime.cu") },
];
