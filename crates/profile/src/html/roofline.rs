//! Where a kernel lies under the two ceilings: bandwidth and arithmetic.
//!
//! Both axes are logarithmic: operations per byte to the right, operations a
//! second upwards.

use maud::{Markup, html};

use crate::html::lanes::round;
use crate::model::Kernel;

const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 120.0;
/// The decades of the axis, around the ridge.
const LEFT_DECADES: f64 = 3.0;
const RIGHT_DECADES: f64 = 1.5;
const ROOF: f64 = 22.0;
const FLOOR: f64 = 104.0;

/// The figure of a kernel; nothing for one that does not touch device memory.
pub fn figure(kernel: &Kernel) -> Markup {
    let line = &kernel.roofline;
    let Some(intensity) = line.intensity else { return html! {} };
    let decade = WIDTH / (LEFT_DECADES + RIGHT_DECADES);
    let ridge = LEFT_DECADES * decade;
    let down = (FLOOR - ROOF) / LEFT_DECADES;
    // A kernel without arithmetic lies at the far left.
    let decades = (intensity / line.ridge).max(1e-9).log10().clamp(-LEFT_DECADES + 0.1, RIGHT_DECADES - 0.1);
    let (x, y) = (ridge + decades * decade, ROOF - decades.min(0.0) * down);
    html! {
        svg.roofline viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img"
            aria-label=(format!("roofline: {intensity:.2} operations per byte")) {
            path.roof d=(format!("M0 {FLOOR} L{ridge} {ROOF} L{WIDTH} {ROOF}")) {}
            line.drop x1=(round(x)) y1=(round(y)) x2=(round(x)) y2=(FLOOR + 4.0) {}
            circle.point cx=(round(x)) cy=(round(y)) r="5" {}
            text x="0" y="14" { "memory" }
            text.end x=(WIDTH) y="14" { "arithmetic" }
            text.number x=(round(x.clamp(40.0, WIDTH - 40.0))) y=(HEIGHT - 2.0) {
                (format!("{intensity:.2} flop/byte"))
            }
        }
    }
}
