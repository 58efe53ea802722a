//! What a texture can hold.
//!
//! The device fetches numbers of at most four bytes from arrays of one or two
//! dimensions; between elements it can only interpolate `float`.

use diagnostics::{Diagnostic, Sink, codes};
use hir::{BuiltinType as B, DirectiveKind, Span, TextureFilter};

use crate::{DeviceCopy, Input};

/// Refuses a `texture copyin` of what a texture cannot hold.
pub fn check(input: &Input<'_>, copy: &DeviceCopy, span: Span, sink: &mut Sink) {
    let name = input.place_name(&copy.place);
    let element = input.program.types.as_builtin(copy.element);
    let is_fetched = matches!(
        element,
        Some(B::Char | B::SChar | B::UChar | B::Short | B::UShort | B::Int | B::UInt | B::Float)
    );
    let is_linear = matches!(
        input.program.directives[copy.directive].kind,
        DirectiveKind::TextureCopyin { filter: Some(TextureFilter::Linear), .. }
    );
    let reason = match copy.dims.len() {
        0 => "it is not an array",
        1 | 2 if !is_fetched => "its elements are not numbers of at most four bytes",
        1 | 2 if is_linear && element != Some(B::Float) => "`filter(linear)` interpolates only `float`",
        1 | 2 => return,
        _ => "it has more than two dimensions",
    };
    let error = Diagnostic::new(&codes::NOT_A_TEXTURE, span, format!("`{name}` cannot be a texture"))
        .label(reason)
        .help(format!("use `#pragma hicuda global alloc {name}… copyin` instead"));
    sink.push(error);
}
