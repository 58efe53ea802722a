//! CUDA C++ that our own front end does not read, through the machine's C++ compiler.
//!
//! ```text
//! main.cu, kernels.h ──cpp_text──▶ 0-main.cpp, include-0.h ──c++──▶ program
//! ```
//! Host code is the host compiler's business: a file that includes `<vector>` or has a
//! lambda goes to `c++` as it is, but for launches and the bodies of kernels
//! ([`translate::cpp_text`]). Such a program is right if that compiler takes it; what it
//! says otherwise is reported at the user's line ([`messages`]).

mod files;
mod messages;

use diagnostics::{Diagnostic, codes};
use source::Span;
use syntax::Dialect;
use translate::cuda_host::Device;

pub use files::copy_name;
pub(crate) use files::find_header;

use crate::build::{Build, BuildError, Product};
use crate::cleanup::Temporary;
use crate::compilers::cpp_compiler;
use crate::cuda_runtime;
use crate::pipeline::{Compiled, Goal};
use crate::session::{Input, Session};
use crate::translation::{Target, UnitOutput};

/// Rules of CUDA that a C++ compiler does not know.
const RULES: [&diagnostics::Code; 9] = [
    &codes::LAUNCH_CONFIGURATION,
    &codes::NOT_A_KERNEL,
    &codes::KERNEL_CALLED,
    &codes::KERNEL_RETURNS,
    &codes::HOST_FUNCTION_ON_DEVICE,
    &codes::HOST_VARIABLE_ON_DEVICE,
    &codes::DEVICE_FUNCTION_ON_HOST,
    &codes::SHARED_INITIALISED,
    &codes::TOO_MUCH_SHARED,
];

/// The program by way of the C++ compiler, after our own front end refused it. `None`
/// if this is no way, or our own messages are the better ones; they are in the sink.
pub(crate) fn instead(session: &mut Session, inputs: &[Input], goal: Goal) -> Option<Compiled> {
    let is_cuda = |input: &Input| input.dialect == Dialect::Cuda;
    let is_possible =
        matches!(goal, Goal::Check | Goal::Examine | Goal::Translate(Target::Cpu | Target::Cuda(_)));
    if !is_possible || !inputs.iter().any(is_cuda) || cpp_compiler().is_none() {
        return None;
    }
    let found = |code: &diagnostics::Code| session.sink.diagnostics().iter().any(|found| found.code == code);
    if RULES.iter().any(|rule| found(rule)) {
        return None;
    }
    let has_foreign_headers = found(&codes::INCLUDE_NOT_FOUND);
    let compiled = Compiled {
        units: files::units(session, inputs),
        beside: cuda_runtime::files_for_cpp(Device::Here),
        ..Compiled::default()
    };
    match verdict(session, &compiled) {
        Ok(()) => drop(session.sink.take()),
        // What is C-like and wrong is told by whoever read it closely.
        Err(_) if !has_foreign_headers => return None,
        Err(found) => {
            session.sink.take();
            found.into_iter().for_each(|found| session.sink.push(found));
            return Some(Compiled::default());
        }
    }
    match goal {
        Goal::Translate(Target::Cpu) => Some(compiled),
        // nvcc takes the files as they are.
        _ => {
            let untouched = inputs.iter().map(|&input| UnitOutput { input, files: Vec::new() });
            Some(Compiled { units: untouched.collect(), ..Compiled::default() })
        }
    }
}

/// Does the compiler take it?
fn verdict(session: &Session, compiled: &Compiled) -> Result<(), Vec<Diagnostic>> {
    let said = |message: String| vec![Diagnostic::new(&codes::NOT_CPP, Span::BUILTIN, message)];
    let folder = Temporary::folder().map_err(|error| said(error.to_string()))?;
    let build = Build { session, compiled, target: Target::Cpu, product: Product::Program };
    match build.check_cpp(folder.path()) {
        Ok(()) => Ok(()),
        Err(BuildError::Failed { output, .. }) => {
            Err(messages::diagnostics(&output, &session.sources, compiled))
        }
        Err(error) => Err(said(error.to_string())),
    }
}
