//! Coordinates and modes against the formulas of the programming guide.

use super::*;

/// A row or a plane of `float`s at address 0.
fn texture(width: u64, height: u64, mode: u64, is_linear: bool, has_fractions: bool) -> Texture {
    Texture {
        memory: 0,
        extents: [width, height],
        element: 4,
        pitch: 4 * width,
        modes: [mode, mode],
        is_linear,
        has_fractions,
        channel_bytes: 4,
        is_signed: false,
        reads_fractions: false,
    }
}

/// The elements of a row that a coordinate means, with weights in 256ths.
fn along(texture: &Texture, x: f32) -> Vec<(Option<u64>, u32)> {
    let texels = texture.texels(Coordinates::Point(x, None));
    texels.into_iter().map(|(at, weight)| (at.map(|at| at / 4), (weight * 256.0) as u32)).collect()
}

#[test]
fn the_element_around_the_coordinate() {
    let clamped = texture(8, 1, 1, false, false);
    for (x, element) in [(0.0, 0), (0.99, 0), (3.5, 3), (7.9, 7), (8.0, 7), (100.0, 7), (-3.0, 0)] {
        assert_eq!(along(&clamped, x), [(Some(element), 256)], "{x}");
    }
    let border = texture(8, 1, 3, false, false);
    assert_eq!(along(&border, -0.5), [(None, 256)]);
    assert_eq!(along(&border, 7.5), [(Some(7), 256)]);
    assert_eq!(along(&border, 8.0), [(None, 256)]);
}

#[test]
fn fractions_repeat_and_mirror() {
    let (wrap, mirror) = (texture(4, 1, 0, false, true), texture(4, 1, 2, false, true));
    let at = |texture: &Texture, x: f32| along(texture, x)[0].0;
    for (x, repeated, mirrored) in
        [(0.1, 0, 0), (0.9, 3, 3), (1.1, 0, 3), (1.9, 3, 0), (-0.1, 3, 0), (-0.9, 0, 3), (2.1, 0, 0)]
    {
        assert_eq!((at(&wrap, x), at(&mirror, x)), (Some(repeated), Some(mirrored)), "{x}");
    }
    // Without fractions both are clamped.
    assert_eq!(at(&texture(4, 1, 0, false, false), 5.0), Some(3));
    assert_eq!(at(&texture(4, 1, 2, false, false), -1.0), Some(0));
}

#[test]
fn neighbours_share_by_distance() {
    let clamped = texture(8, 1, 1, true, false);
    assert_eq!(along(&clamped, 3.5), [(Some(3), 256), (Some(4), 0)]);
    assert_eq!(along(&clamped, 4.0), [(Some(3), 128), (Some(4), 128)]);
    assert_eq!(along(&clamped, 3.75), [(Some(3), 192), (Some(4), 64)]);
    assert_eq!(along(&clamped, 0.25), [(Some(0), 64), (Some(0), 192)]);
    let border = texture(8, 1, 3, true, false);
    assert_eq!(along(&border, 0.0), [(None, 128), (Some(0), 128)]);
    let plane = texture(4, 4, 1, true, false);
    let texels = plane.texels(Coordinates::Point(2.0, Some(1.75)));
    let texels: Vec<_> = texels.into_iter().map(|(at, w)| (at.map(|at| at / 4), w)).collect();
    assert_eq!(texels, [(Some(5), 0.375), (Some(6), 0.375), (Some(9), 0.125), (Some(10), 0.125)]);
}

#[test]
fn elements_by_number_have_no_mode() {
    let row = texture(8, 1, 1, true, true);
    assert_eq!(row.texels(Coordinates::Element(7)), [(Some(28), 1.0)]);
    assert_eq!(row.texels(Coordinates::Element(8)), [(None, 1.0)]);
    assert_eq!(row.texels(Coordinates::Element(-1)), [(None, 1.0)]);
}

#[test]
fn coordinates_that_are_no_numbers_stay_inside() {
    for mode in 0..4 {
        for has_fractions in [false, true] {
            for is_linear in [false, true] {
                let texture = texture(5, 3, mode, is_linear, has_fractions);
                for x in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e38, -1e38] {
                    for (address, _) in texture.texels(Coordinates::Point(x, Some(-x))) {
                        assert!(address.is_none_or(|address| address < 60), "{x} {mode}: {address:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn bytes_as_fractions() {
    let bytes = Texture { channel_bytes: 1, reads_fractions: true, ..texture(4, 1, 1, false, false) };
    assert_eq!((bytes.number(0), bytes.number(255)), (0.0, 1.0));
    let signed = Texture { is_signed: true, ..bytes };
    assert_eq!((signed.number(127), signed.number(0x80), signed.number(0x81)), (1.0, -1.0, -1.0));
}
