//! The commands that documents show: see `testkit::documents`.

fn main() -> std::process::ExitCode {
    testkit::documents::main(env!("CARGO_BIN_EXE_warploom"))
}
