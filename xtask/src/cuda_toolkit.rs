//! The CUDA compiler, from NVIDIA's Python wheels, in the build folder.
//!
//! The wheels name each other without versions, and a newer part beside an
//! older one does not work (the assembler refuses the newer PTX), so all of
//! them are pinned. NVIDIA's licence lets us download them, not keep them in
//! the repository.

use std::path::PathBuf;

use crate::shell::Shell;

const WHEELS: [&str; 5] = [
    "nvidia-cuda-nvcc==13.0.88",
    "nvidia-nvvm==13.0.88",
    "nvidia-cuda-crt==13.0.88",
    "nvidia-cuda-runtime==13.0.96",
    "nvidia-cuda-cccl==13.0.85",
];

/// The path of `nvcc`, installed on first use. Linking needs
/// `-L` with the `lib` folder beside its `bin`.
pub fn cuda_toolkit(shell: &Shell) -> Result<PathBuf, String> {
    let folder = shell.target().join("cuda");
    let nvcc = folder.join("nvidia/cu13/bin/nvcc");
    // Written last: a download that was cut short has none.
    let complete = folder.join("complete");
    if std::fs::read_to_string(&complete).is_ok_and(|pins| pins == WHEELS.join("\n")) && nvcc.is_file() {
        return Ok(nvcc);
    }
    let place = folder.display().to_string();
    let mut arguments = vec![
        "-m",
        "pip",
        "install",
        "--quiet",
        "--upgrade",
        "--root-user-action=ignore",
        "--no-deps",
        "--target",
        &place,
    ];
    arguments.extend(WHEELS);
    let mut pip = shell.command("python3", &arguments);
    // The answer is one line on standard output; pip's chatter is not part of it.
    pip.stdout(std::process::Stdio::null()).env("PIP_DISABLE_PIP_VERSION_CHECK", "1");
    shell.run(&mut pip)?;
    if !nvcc.is_file() {
        return Err(format!("the wheels are installed, and {} is not there", nvcc.display()));
    }
    make_executable(shell, &folder)?;
    std::fs::write(&complete, WHEELS.join("\n")).map_err(|e| e.to_string())?;
    Ok(nvcc)
}

/// Some versions of pip drop the executable bit of files that are not scripts.
fn make_executable(shell: &Shell, folder: &std::path::Path) -> Result<(), String> {
    for programs in ["nvidia/cu13/bin", "nvidia/cu13/nvvm/bin"] {
        let path = folder.join(programs);
        if path.is_dir() {
            shell.run(&mut shell.command("chmod", &["-R", "+x", &path.display().to_string()]))?;
        }
    }
    Ok(())
}
