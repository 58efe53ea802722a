//! Why a kernel, or one way to make it better, is left alone.

use diagnostics::{Diagnostic, codes};
use hir::Span;

/// What stands in the way.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    /// The culprit.
    pub span: Span,
    /// Completes "left as it is: …".
    pub reason: String,
    /// What would help.
    pub help: Option<&'static str>,
    /// It is the user's to allow.
    pub is_choice: bool,
}

/// Why remedies for rows do not look at a block of two dimensions.
pub(crate) fn several_dimensions<T>(span: Span) -> Result<T, Refusal> {
    let help = "let `threadIdx.x` run over what lies side by side in memory";
    refuse_with(span, "its blocks have several dimensions", help)
}

pub(crate) fn refuse<T>(span: Span, reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal { span, reason: reason.into(), help: None, is_choice: false })
}

pub(crate) fn refuse_with<T>(
    span: Span,
    reason: impl Into<String>,
    help: &'static str,
) -> Result<T, Refusal> {
    Err(Refusal { span, reason: reason.into(), help: Some(help), is_choice: false })
}

/// The remark about a kernel that is left as it is.
pub(crate) fn left_alone(kernel: &str, strided: Span, price: &str, why: Refusal) -> Diagnostic {
    let message = format!("`{kernel}` is left as it is: {}", why.reason);
    let remark = Diagnostic::new(&codes::NOT_COALESCED, why.span, message);
    let remark = if strided == why.span {
        remark.label(price.to_owned())
    } else {
        remark.related(strided, price.to_owned())
    };
    match why.help {
        Some(help) => remark.help(help),
        None => remark,
    }
}

/// The remark about a kernel of too few threads, which the user may not want to share more.
pub(crate) fn could_be_split(kernel: &str, why: Refusal) -> Diagnostic {
    let message = format!("`{kernel}` is left as it is, with few threads: {}", why.reason);
    let remark = Diagnostic::new(&codes::NOT_COALESCED, why.span, message);
    match why.help {
        Some(help) => remark.help(help),
        None => remark,
    }
}

/// The remark about an access that a rewritten kernel still has.
pub(crate) fn left_access(kernel: &str, why: Refusal) -> Diagnostic {
    let message = format!("an access of `{kernel}` stays strided: {}", why.reason);
    Diagnostic::new(&codes::NOT_COALESCED, why.span, message)
}
