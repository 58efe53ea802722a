//! CUDA's runtime for programs without a GPU, in C.
//!
//! `runtime.c` is the API the program calls, on top of a device of ten
//! functions; `streams.c` prints what C++ sends to `std::cout`. One device is a
//! simulator in another process (`remote.c`), one is this processor (`here.c`,
//! and `threads.c` where threads wait for each other). `words.h` and `textures.h`
//! have what kernels call, and functions for both sides.

use translate::cuda_host::Device;

/// What the translated program includes.
pub const HEADER: &str = "cuda_runtime.h";

/// Files to write beside the translated program: name and text. Those that end
/// in `.c` are compiled with it.
pub fn files(device: Device) -> Vec<(&'static str, String)> {
    let mut header = format!(
        "#ifndef WARPLOOM_CUDA_RUNTIME_H\n#define WARPLOOM_CUDA_RUNTIME_H\n{}\n{}\n",
        resolve::runtime_header(),
        include_str!("runtime.h")
    );
    let mut files = vec![
        ("runtime.c", include_str!("runtime.c").to_owned()),
        ("streams.c", include_str!("streams.c").to_owned()),
        ("threads.h", include_str!("threads.h").to_owned()),
        ("words.h", include_str!("words.h").to_owned()),
        ("textures.h", include_str!("textures.h").to_owned()),
    ];
    match device {
        Device::Elsewhere => {
            header.push_str("#define WARPLOOM_ELSEWHERE\n");
            files.push(("remote.c", include_str!("remote.c").to_owned()));
        }
        Device::Here => {
            files.push(("here.c", include_str!("here.c").to_owned()));
            files.push(("threads.c", include_str!("threads.c").to_owned()));
        }
    }
    header.push_str("#include \"words.h\"\n#endif\n");
    files.push((HEADER, header));
    files
}
