//! OpenCL's API for hosts in C, on the devices of CUDA's runtime.
//!
//! `platform.c`, `memory.c`, `images.c` and `programs.c` are the calls; what they need of a device beyond memory
//! is in `host.h`: to build a program and to run a kernel. On the simulator (`remote.c`) the process
//! that has the kernels builds them; on the processor (`here.c`) Warploom is called, and makes a
//! library that is loaded.

pub mod build_options;

use std::path::Path;

use source::Sources;
use translate::cuda_host::Device;

use crate::builtin;
use crate::cuda_runtime;

/// Is there a program that calls OpenCL among what was read?
pub fn is_wanted(sources: &Sources) -> bool {
    let header = format!("{}/CL/cl.h", builtin::OPEN_CL_FOLDER);
    sources.map.files().any(|(_, file)| file.name == header)
}

/// Is the file a host of OpenCL in C++? The linker is given what it is made into, and finds no driver.
pub fn is_host_in_cpp(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    if !matches!(ending, Some("cpp" | "cc" | "cxx" | "C")) {
        return false;
    }
    let bytes = std::fs::read(path).unwrap_or_default();
    let includes = |line: &[u8]| {
        let words: Vec<u8> = line.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
        ["#include<CL/", "#include\"CL/"].iter().any(|start| words.starts_with(start.as_bytes()))
    };
    bytes.split(|&byte| byte == b'\n').any(includes)
}

/// Files to write beside a host, with those of the device: name and text.
pub fn files(device: Device) -> Vec<(&'static str, String)> {
    let mut files = cuda_runtime::files(device);
    files.extend(builtin::open_cl_headers().map(|(name, text)| (name, text.to_owned())));
    files.extend([
        ("host.h", include_str!("host.h").to_owned()),
        ("internal.h", include_str!("internal.h").to_owned()),
        ("open_cl_platform.c", include_str!("platform.c").to_owned()),
        ("open_cl_memory.c", include_str!("memory.c").to_owned()),
        ("open_cl_images.c", include_str!("images.c").to_owned()),
        ("open_cl_programs.c", include_str!("programs.c").to_owned()),
    ]);
    match device {
        Device::Elsewhere => files.push(("open_cl_remote.c", include_str!("remote.c").to_owned())),
        Device::Here => {
            let command = std::env::current_exe().unwrap_or_else(|_| "warploom".into());
            let command = command.to_string_lossy().replace(['\\', '"'], "_");
            let text = format!("#define WARPLOOM_COMMAND \"{command}\"\n{}", include_str!("here.c"));
            files.push(("open_cl_here.c", text));
        }
    }
    files
}

/// What a library of kernels is compiled with: a host has the rest.
pub fn files_for_kernels() -> Vec<(&'static str, String)> {
    let mut files = cuda_runtime::files(Device::Here);
    files.retain(|(name, _)| name.ends_with(".h"));
    files.push(("open_cl_types.h", resolve::types_in_c()));
    files
}
