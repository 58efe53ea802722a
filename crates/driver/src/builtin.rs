//! What Warploom knows without asking anybody: small standard headers and the
//! predefined macros of x86-64 Linux.
//!
//! They serve where no C compiler is installed, and wherever the same answer
//! is wanted on every machine (`--builtin-headers`).

use translate::port::back::{self, Reader};

/// The name under which the built-in headers stand on the search path; no
/// folder can have it.
pub const FOLDER: &str = "<builtin>";

/// The folder of CUDA's headers. NVIDIA's own are C++, and what they declare
/// the compiler knows: these are found first, in CUDA files only.
pub const CUDA_FOLDER: &str = "<builtin>/cuda";

/// The folder of headers that only kernels are read with, where the C++ compiler takes the rest of the file: it has its own.
pub const KERNELS_FOLDER: &str = "<builtin>/kernels";

/// The folder of OpenCL's header for hosts: our runtime is what they are linked with.
pub const OPEN_CL_FOLDER: &str = "<builtin>/opencl";

/// The macros of OpenCL C 1.2, and the numbers of its library.
pub const OPEN_CL_MACROS: &str = include_str!("../predefined/opencl.h");

/// OpenCL's headers for hosts, by the name they are included by.
pub fn open_cl_headers() -> impl Iterator<Item = (&'static str, &'static str)> {
    HEADERS.iter().filter_map(|(name, text)| Some((name.strip_prefix("opencl/")?, *text)))
}

/// The text of a built-in header, by the name it is included by.
pub fn header(name: &str) -> Option<&'static str> {
    let own = HEADERS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
    own.or_else(|| Some(back::headers(Reader::Ours).get(name.strip_prefix("cuda/")?)?.as_str()))
}

static HEADERS: &[(&str, &str)] = &[
    ("assert.h", include_str!("../headers/assert.h")),
    ("ctype.h", include_str!("../headers/ctype.h")),
    // C's headers as C++ calls them, for CUDA files; `min` and `max` are known.
    ("cuda/algorithm", include_str!("../headers/cuda/algorithm")),
    ("cuda/cassert", "#include <assert.h>\n"),
    ("cuda/cctype", "#include <ctype.h>\n"),
    ("cuda/cerrno", "#include <errno.h>\n"),
    ("cuda/cfloat", "#include <float.h>\n"),
    ("cuda/climits", "#include <limits.h>\n"),
    ("cuda/cmath", "#include <math.h>\n"),
    ("cuda/cooperative_groups.h", include_str!("../headers/cuda/cooperative_groups.h")),
    ("cuda/cooperative_groups/reduce.h", "#include <cooperative_groups.h>\n"),
    ("cuda/cstdarg", "#include <stdarg.h>\n"),
    ("cuda/cstddef", "#include <stddef.h>\n"),
    ("cuda/cstdint", "#include <stdint.h>\n"),
    ("cuda/cstdio", "#include <stdio.h>\n"),
    ("cuda/cstdlib", "#include <stdlib.h>\n"),
    ("cuda/cstring", "#include <string.h>\n"),
    ("cuda/ctime", "#include <time.h>\n"),
    ("cuda/cuda.h", include_str!("../headers/cuda/cuda.h")),
    ("cuda/cuda_pipeline.h", include_str!("../headers/cuda/cuda_pipeline.h")),
    ("cuda/cuda_runtime.h", include_str!("../headers/cuda/cuda_runtime.h")),
    ("cuda/cuda_runtime_api.h", include_str!("../headers/cuda/cuda_runtime_api.h")),
    ("cuda/device_launch_parameters.h", include_str!("../headers/cuda/device_launch_parameters.h")),
    ("cuda/driver_types.h", include_str!("../headers/cuda/driver_types.h")),
    ("cuda/iomanip", "#include <stdio.h>\n"),
    ("cuda/iostream", "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n"),
    ("cuda/limits", include_str!("../headers/cuda/limits")),
    ("cuda/math_constants.h", include_str!("../headers/cuda/math_constants.h")),
    ("cuda/numeric", include_str!("../headers/cuda/numeric")),
    ("cuda/utility", "#include <algorithm>\n"),
    ("cuda/vector", include_str!("../headers/cuda/vector")),
    ("cuda/vector_functions.h", include_str!("../headers/cuda/vector_functions.h")),
    ("cuda/vector_types.h", include_str!("../headers/cuda/vector_types.h")),
    ("errno.h", include_str!("../headers/errno.h")),
    ("float.h", include_str!("../headers/float.h")),
    ("inttypes.h", include_str!("../headers/inttypes.h")),
    ("kernels/cub/block/block_adjacent_difference.cuh", "#include <cub/cub.cuh>\n"),
    ("kernels/cub/block/block_discontinuity.cuh", "#include <cub/cub.cuh>\n"),
    ("kernels/cub/block/block_exchange.cuh", "#include <cub/cub.cuh>\n"),
    ("kernels/cub/block/block_load.cuh", "#include <cub/cub.cuh>\n"),
    ("kernels/cub/block/block_radix_sort.cuh", "#include <cub/cub.cuh>\n"),
    ("kernels/cub/block/block_reduce.cuh", "#include <cub/cub.cuh>\n"),
    ("kernels/cub/block/block_scan.cuh", "#include <cub/cub.cuh>\n"),
    ("kernels/cub/block/block_store.cuh", "#include <cub/cub.cuh>\n"),
    ("kernels/cub/cub.cuh", include_str!("../headers/kernels/cub.cuh")),
    ("kernels/cub/warp/warp_exchange.cuh", "#include <cub/cub.cuh>\n"),
    ("kernels/cub/warp/warp_reduce.cuh", "#include <cub/cub.cuh>\n"),
    ("kernels/cub/warp/warp_scan.cuh", "#include <cub/cub.cuh>\n"),
    ("kernels/cuComplex.h", include_str!("cuda_runtime/cpp/complex.h")),
    ("kernels/cuda_bf16.h", include_str!("../headers/kernels/cuda_bf16.h")),
    ("kernels/cuda_fp16.h", include_str!("../headers/kernels/cuda_fp16.h")),
    ("kernels/cufft.h", include_str!("../headers/kernels/cufft.h")),
    ("kernels/cufftXt.h", "#include <cufft.h>\n"),
    ("kernels/nv_atomics.h", include_str!("../headers/kernels/nv_atomics.h")),
    ("kernels/warploom_device.h", include_str!("../headers/kernels/warploom_device.h")),
    ("kernels/warploom_std.h", include_str!("../headers/kernels/warploom_std.h")),
    ("limits.h", include_str!("../headers/limits.h")),
    ("math.h", include_str!("../headers/math.h")),
    ("omp.h", include_str!("../headers/omp.h")),
    ("opencl/CL/cl.h", include_str!("../headers/opencl/CL/cl.h")),
    // Extensions there are none, and programs include what they do not use.
    ("opencl/CL/cl_ext.h", "#include <CL/cl.h>\n"),
    ("opencl/CL/cl_gl.h", "#include <CL/cl.h>\n"),
    ("opencl/CL/cl_platform.h", "#include <CL/cl.h>\n"),
    ("opencl/CL/cl_version.h", "#include <CL/cl.h>\n"),
    ("opencl/CL/opencl.h", "#include <CL/cl.h>\n"),
    ("stdarg.h", include_str!("../headers/stdarg.h")),
    ("stdbool.h", include_str!("../headers/stdbool.h")),
    ("stddef.h", include_str!("../headers/stddef.h")),
    ("stdint.h", include_str!("../headers/stdint.h")),
    ("stdio.h", include_str!("../headers/stdio.h")),
    ("stdlib.h", include_str!("../headers/stdlib.h")),
    ("string.h", include_str!("../headers/string.h")),
    ("sys/time.h", include_str!("../headers/sys/time.h")),
    ("time.h", include_str!("../headers/time.h")),
];

/// The macros that all standards share. Facts about the machine and about the
/// GNU dialect, in the order of their names.
static PREDEFINED: &str = include_str!("../predefined/x86_64-linux.h");

/// The macros a compiler would predefine for `-std=STANDARD`.
pub fn predefined_macros(standard: Option<&str>) -> String {
    let standard = standard.unwrap_or("gnu17");
    let mut macros = String::from(PREDEFINED);
    let version = match standard.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == ':') {
        "89" | "90" => None,
        "99" | "9x" | "9899:1999" => Some("199901L"),
        "11" | "1x" | "9899:2011" => Some("201112L"),
        "23" | "2x" => Some("202000L"),
        _ => Some("201710L"),
    };
    if let Some(version) = version {
        macros.push_str(&format!("#define __STDC_VERSION__ {version}\n"));
    }
    if standard.starts_with("gnu") {
        macros.push_str("#define linux 1\n#define unix 1\n");
    } else {
        macros.push_str("#define __STRICT_ANSI__ 1\n");
    }
    macros
}

#[cfg(test)]
mod tests {
    use super::{header, predefined_macros};

    #[test]
    fn every_header_file_is_built_in() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("headers");
        let mut pending = vec![folder.clone()];
        while let Some(path) = pending.pop() {
            if path.is_dir() {
                pending.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            } else if path.extension().is_some_and(|extension| extension == "h") {
                let name = path.strip_prefix(&folder).unwrap().to_str().unwrap();
                assert!(header(name).is_some(), "{name} is not in the table");
            }
        }
    }

    #[test]
    fn the_standard_decides_version_and_strictness() {
        let strict = predefined_macros(Some("c11"));
        assert!(strict.contains("__STDC_VERSION__ 201112L") && strict.contains("__STRICT_ANSI__"));
        let gnu = predefined_macros(None);
        assert!(gnu.contains("__STDC_VERSION__ 201710L") && gnu.contains("#define unix 1"));
        assert!(!predefined_macros(Some("gnu89")).contains("__STDC_VERSION__"));
    }
}
