//! How fast the simulator is: lane instructions a second, with counters and
//! the detection of races on, on one core and on all.
//!
//! ```text
//! kernel        instructions        1 core       2 cores   scaling
//! matmul            2.2 G       150 M/s       290 M/s      1.93
//! ```
//! An instruction of a warp with all its lanes active is 32 lane instructions.

use profile::Profile;

use crate::measure::median;
use crate::shell::Shell;

const KERNELS: [&str; 4] = ["matmul", "nbody", "stencil", "histogram"];
/// Lane instructions a second that one core must reach.
const LEAST: f64 = 100e6;
const RUNS: usize = 3;

/// Prints the table; an error when one core is too slow.
pub fn simulator(shell: &Shell) -> Result<(), String> {
    shell.run(&mut shell.cargo(&["build", "--quiet", "--release", "--package", "warploom"]))?;
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let cores = format!("{all} cores");
    shell.say(&format!("{:<12}{:>14}{:>14}{cores:>14}{:>10}", "kernel", "instructions", "1 core", "scaling"));
    let mut slow = Vec::new();
    for kernel in KERNELS {
        let (lanes, one) = fastest(shell, kernel, Some("0"))?;
        let (_, many) = fastest(shell, kernel, None)?;
        let rate = |seconds: f64| format!("{:.0} M/s", lanes / seconds / 1e6);
        shell.say(&format!(
            "{kernel:<12}{:>12.2} G{:>14}{:>14}{:>10.2}",
            lanes / 1e9,
            rate(one),
            rate(many),
            one / many
        ));
        if lanes / one < LEAST {
            slow.push(kernel);
        }
    }
    if slow.is_empty() { Ok(()) } else { Err(format!("below {LEAST:.0} a second: {}", slow.join(", "))) }
}

/// The same kernels under Oclgrind (Debian's package), which runs OpenCL: the
/// seconds of each, from start to end.
pub fn oclgrind(shell: &Shell) -> Result<(), String> {
    shell.run(&mut shell.cargo(&["build", "--quiet", "--release", "--package", "warploom"]))?;
    let folder = shell.target().join("bench/oclgrind");
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let kit = shell.root.join("kit/simulator");
    let read = |name: &str| std::fs::read_to_string(kit.join(name)).map_err(|e| e.to_string());
    let write = |name: &str, text: String| std::fs::write(folder.join(name), text).map_err(|e| e.to_string());
    // An eighth of an eighth of the product's work: Oclgrind needs a minute for the whole.
    write("matmul.cl", format!("#define N 128\n{}", read("matmul.cl")?))?;
    write("matmul.sim", read("matmul.sim")?.replace("512", "128").replace("1048576", "65536"))?;
    write("stencil.cl", read("stencil.cl")?)?;
    write("stencil.sim", read("stencil.sim")?)?;
    let warploom = shell.target().join("release/warploom").display().to_string();
    shell.say(&format!("{:<12}{:>12}{:>12}", "kernel", "oclgrind", "warploom"));
    for (kernel, definition) in [("matmul", "-DN=128"), ("stencil", "-DSWEEPS=1")] {
        let theirs = || {
            let input = format!("{kernel}.sim");
            let mut command = shell.command("oclgrind-kernel", &["--data-races", "--inst-counts", &input]);
            command.current_dir(&folder);
            command
        };
        let source = kit.join(format!("{kernel}.cu")).display().to_string();
        let ours = || shell.command(&warploom, &["profile", definition, &source]);
        let (theirs, ours) = (median(theirs, 1)?.seconds, median(ours, RUNS)?.seconds);
        shell.say(&format!("{kernel:<12}{theirs:>10.2} s{ours:>10.2} s"));
    }
    Ok(())
}

/// Lane instructions of a program, and the seconds of its fastest run.
fn fastest(shell: &Shell, kernel: &str, core: Option<&str>) -> Result<(f64, f64), String> {
    let warploom = shell.target().join("release/warploom").display().to_string();
    let source = shell.root.join("kit/simulator").join(format!("{kernel}.cu")).display().to_string();
    let profile = ["profile", "--json", "-", &source];
    let mut best = (0.0, f64::INFINITY);
    for _ in 0..RUNS {
        let mut command = match core {
            Some(core) => shell.command("taskset", &["-c", core, &warploom]),
            None => shell.command(&warploom, &[]),
        };
        let printed = shell.read(command.args(profile))?;
        // The program's own words come first.
        let json = printed.find('{').and_then(|at| printed.get(at..)).unwrap_or_default();
        let profile = Profile::from_json(json.as_bytes())?;
        let seconds: f64 = profile.kernels.iter().map(|kernel| kernel.simulation_seconds).sum();
        let lanes: u64 = profile.kernels.iter().map(|kernel| kernel.instructions.lane).sum();
        best = (lanes as f64, best.1.min(seconds));
    }
    Ok(best)
}
