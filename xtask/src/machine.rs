//! What the tests need of the machine, installed where it is missing and may
//! be installed.

use std::path::Path;

use crate::shell::Shell;

/// A program that tests run, or a header that they include, and the Debian package that has it.
struct Need {
    /// A name, or a path below `/usr/include`.
    program: &'static str,
    package: &'static str,
    purpose: &'static str,
}

const NEEDS: [Need; 21] = [
    Need { program: "gcc", package: "gcc", purpose: "the reference for every test that runs a program" },
    Need { program: "clang", package: "clang", purpose: "a second opinion on translated programs" },
    Need { program: "mpicc", package: "libopenmpi-dev", purpose: "checking programs that include mpi.h" },
    Need { program: "mpirun", package: "openmpi-bin", purpose: "running the example with MPI" },
    Need {
        program: "x86_64-linux-gnu/cblas.h",
        package: "libblas-dev",
        purpose: "the example with a library",
    },
    Need { program: "make", package: "make", purpose: "building the example with make" },
    Need { program: "cmake", package: "cmake", purpose: "building the example with cmake" },
    Need { program: "meson", package: "meson", purpose: "a build with meson" },
    Need { program: "ninja", package: "ninja-build", purpose: "a build with meson" },
    Need { program: "ccache", package: "ccache", purpose: "a build with ccache" },
    Need { program: "chromium", package: "chromium", purpose: "looking at the pages of the profiler" },
    Need { program: "nvim", package: "neovim", purpose: "an editor for the language server" },
    Need { program: "CL/cl.h", package: "ocl-icd-opencl-dev", purpose: "programs of the OpenCL target" },
    Need {
        program: "/etc/OpenCL/vendors/pocl.icd",
        package: "pocl-opencl-icd",
        purpose: "running them without a GPU",
    },
    Need { program: "oclgrind", package: "oclgrind", purpose: "a second opinion on the kernels of examples" },
    Need { program: "hipcc", package: "hipcc", purpose: "compiling what the HIP target writes" },
    Need {
        program: "aarch64-linux-gnu-gcc",
        package: "gcc-aarch64-linux-gnu",
        purpose: "layouts and programs for aarch64",
    },
    Need {
        program: "/usr/aarch64-linux-gnu/include/stdio.h",
        package: "libc6-dev-arm64-cross",
        purpose: "layouts and programs for aarch64",
    },
    Need { program: "qemu-aarch64", package: "qemu-user", purpose: "running programs for aarch64" },
    Need { program: "npm", package: "npm", purpose: "the extension for Visual Studio Code" },
    Need { program: "pip3", package: "python3-pip", purpose: "downloading the CUDA compiler" },
];

/// Installs what is missing, or says what a person has to install.
pub fn prepare(shell: &Shell) -> Result<(), String> {
    let missing: Vec<&Need> = NEEDS.iter().filter(|need| !is_there(shell, need)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing.iter().map(|need| need.package).collect();
    if !shell.has("apt-get") || !is_root(shell) {
        let list = missing.iter().map(|n| format!("  {} ({}): {}\n", n.program, n.package, n.purpose));
        return Err(format!("not installed, and not installable from here:\n{}", list.collect::<String>()));
    }
    shell.say(&format!("installing {}", packages.join(", ")));
    let apt = |arguments: &[&str]| {
        let mut command = shell.command("apt-get", arguments);
        command.env("DEBIAN_FRONTEND", "noninteractive").stdout(std::process::Stdio::null());
        shell.run(&mut command)
    };
    apt(&["update", "-qq"])?;
    apt(&[&["install", "-y", "-qq", "--no-install-recommends"], packages.as_slice()].concat())
}

fn is_there(shell: &Shell, need: &Need) -> bool {
    shell.has(need.program) || Path::new("/usr/include").join(need.program).is_file()
}

fn is_root(shell: &Shell) -> bool {
    shell.read(&mut shell.command("id", &["-u"])).is_ok_and(|id| id.trim() == "0")
}
