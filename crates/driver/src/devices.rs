//! Is there a GPU with an OpenCL driver, and what is NVIDIA's called?
//!
//! Only a program that asks the drivers knows for sure; it is compiled and run where there is reason
//! to ask: a driver that is not PoCL's, whose devices are processors, and a device file of a GPU.
//!
//! ```text
//! /etc/OpenCL/vendors/nvidia.icd, /dev/nvidia0     asked
//! /etc/OpenCL/vendors/pocl.icd                     not asked: `auto` stays `cpu`
//! ```

use std::path::Path;
use std::process::{Command, Stdio};

use crate::cleanup::Temporary;
use crate::compilers::c_compiler;

/// Does some driver have a GPU?
pub fn has_open_cl_gpu() -> bool {
    may_have_open_cl_gpu() && asked().unwrap_or(false)
}

/// Is there reason to ask? It costs nothing to find that out.
pub fn may_have_open_cl_gpu() -> bool {
    // As the loader of drivers has it: a folder, or the name of one driver's file or library.
    let vendors = std::env::var_os("OCL_ICD_VENDORS").unwrap_or_else(|| "/etc/OpenCL/vendors".into());
    has_driver(Path::new(&vendors)) && has_device_file()
}

/// Is a driver installed that may have GPUs?
fn has_driver(vendors: &Path) -> bool {
    let is_other = |library: &str| !library.contains("pocl");
    let Ok(files) = std::fs::read_dir(vendors) else {
        return vendors.to_str().is_some_and(|named| named.contains(".") && is_other(named));
    };
    files.flatten().any(|file| std::fs::read_to_string(file.path()).is_ok_and(|library| is_other(&library)))
}

/// The name of the first NVIDIA GPU, as its driver tells it.
pub fn gpu_name() -> Option<String> {
    let listed = std::fs::read_dir("/proc/driver/nvidia/gpus").ok()?;
    let told =
        listed.flatten().find_map(|gpu| std::fs::read_to_string(gpu.path().join("information")).ok())?;
    told.lines().find_map(|line| line.strip_prefix("Model:")).map(|name| name.trim().to_string())
}

fn has_device_file() -> bool {
    ["/dev/nvidia0", "/dev/kfd", "/dev/dri/renderD128"].iter().any(|file| Path::new(file).exists())
}

/// Ends with success if there is a GPU.
const QUESTION: &str = "#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
int main(void)
{
    cl_platform_id platforms[16];
    cl_uint count = 0, devices;
    if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS)
        return 1;
    for (cl_uint i = 0; i < count && i < 16; i++)
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_GPU, 0, 0, &devices) == CL_SUCCESS && devices > 0)
            return 0;
    return 1;
}
";

fn asked() -> Option<bool> {
    let folder = Temporary::folder().ok()?;
    let (source, program) = (folder.path().join("devices.c"), folder.path().join("devices"));
    std::fs::write(&source, QUESTION).ok()?;
    let mut command = c_compiler()?.command();
    command.arg(&source).arg("-o").arg(&program).arg("-lOpenCL");
    let compiled = quiet(&mut command)?;
    Some(compiled && quiet(&mut Command::new(&program))?)
}

fn quiet(command: &mut Command) -> Option<bool> {
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.ok().map(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_driver_for_processors_is_no_reason_to_ask() {
        let folder = Temporary::folder().ok();
        let vendors = folder.as_ref().map_or(Path::new("."), |folder| folder.path());
        assert!(std::fs::write(vendors.join("pocl.icd"), "/usr/lib/libpocl.so.2\n").is_ok());
        assert!(!has_driver(vendors));
        assert!(std::fs::write(vendors.join("nvidia.icd"), "libnvidia-opencl.so.1\n").is_ok());
        assert!(has_driver(vendors));
        assert!(!has_driver(Path::new("/nowhere")));
    }
}
