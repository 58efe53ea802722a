//! Device copies that may be used where nobody has put a value: they get the host's.
//!
//! ```c
//! #pragma hicuda global alloc a[0:n-1]                       // as if `copyin` stood here
//! …kernel: if (b[i] > 3) a[i] = 1;…
//! #pragma hicuda global copyout a[0:n-1]                     // moves elements that no thread wrote
//! ```
//! The program without directives is the meaning. Where [`crate::data_law`] cannot prove that
//! every element is written first, the only right value is the host's; `clear` is replaced
//! where the host's values are not known to be zero. What is wrong for certain is an error there.

use diagnostics::{Diagnostic, Sink, codes};
use hir::{AllocInit, DirectiveKind, GlobalAction};

use crate::{CopyId, DataAction, Facts, Input, TransferFacts};

/// Copies the host's values when the copy is made, and says so.
pub fn complete(input: &Input<'_>, facts: &mut Facts, id: CopyId, sink: &mut Sink) {
    let copy = &facts.copies[id.0];
    let (directive, dims) = (copy.directive, copy.dims.clone());
    let name = input.place_name(&copy.place);
    let declared = &input.program.directives[directive];
    let Some(actions) = facts.actions.get_mut(&directive) else { return };
    let Some(made) = actions.iter().position(|action| matches!(action, DataAction::Alloc(own) if *own == id))
    else {
        return;
    };
    // Where it is not known which array it is, a `copyin` is not known to fill it either.
    let is_whole = |action: &DataAction| matches!(action, DataAction::CopyIn(moved) if moved.copy == id && moved.dims == dims);
    if actions.iter().any(is_whole) {
        return;
    }
    let fills = |action: &DataAction| {
        matches!(action, DataAction::Clear(_) | DataAction::CopyIn(_)) && action.copy() == id
    };
    actions.retain(|action| !fills(action));
    let transfer = TransferFacts { copy: id, dims, checks: Vec::new(), elsewhere: None, span: declared.span };
    actions.insert(made + 1, DataAction::CopyIn(transfer));
    let DirectiveKind::Global(GlobalAction::Alloc { init, .. }) = &declared.kind else { return };
    let (message, instead) = match init {
        AllocInit::Clear => {
            (format!("`{name}` may not be zero, so its values are copied in"), "in place of `clear`")
        }
        _ => (format!("`{name}` may be used where no kernel wrote it, so its values are copied in"), "here"),
    };
    let remark = Diagnostic::new(&codes::COPY_COMPLETED, declared.span, message)
        .label("not every element is proven to be written on the device first")
        .help(format!("write `copyin` {instead}"));
    sink.push(remark);
}
