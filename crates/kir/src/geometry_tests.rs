//! Virtual dimensions on hardware axes, as the language lays down.

use crate::geometry::{Axis, Space, SpaceKind};

fn axes(kind: SpaceKind, sizes: &[Option<u64>]) -> Vec<Axis> {
    Space { dims: Vec::new(), sizes: sizes.to_vec() }.mapping(kind).axes
}

#[test]
fn the_last_dimension_is_x() {
    assert_eq!(axes(SpaceKind::Threads, &[Some(64)]), [Axis::X]);
    assert_eq!(axes(SpaceKind::Threads, &[Some(8), Some(32)]), [Axis::Y, Axis::X]);
    assert_eq!(axes(SpaceKind::Blocks, &[Some(2), Some(3), Some(4)]), [Axis::Z, Axis::Y, Axis::X]);
}

#[test]
fn four_thread_dimensions_share_x() {
    let space = Space { dims: Vec::new(), sizes: vec![Some(2), Some(3), Some(4), Some(8)] };
    let mapping = space.mapping(SpaceKind::Threads);
    assert_eq!(mapping.axes, [Axis::Z, Axis::Y, Axis::X, Axis::X]);
    assert_eq!(mapping.on(Axis::X).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(mapping.faster(2).collect::<Vec<_>>(), [3]);
    assert!(mapping.has_slower(3) && !mapping.has_slower(2));
}

#[test]
fn four_block_dimensions_leave_y_to_the_first() {
    let four = [Some(2), Some(3), Some(4), Some(5)];
    assert_eq!(axes(SpaceKind::Blocks, &four), [Axis::Y, Axis::X, Axis::X, Axis::X]);
}

#[test]
fn constants_beyond_a_cap_share_x() {
    assert_eq!(axes(SpaceKind::Threads, &[Some(65), Some(2), Some(2)]), [Axis::X; 3]);
    assert_eq!(axes(SpaceKind::Blocks, &[Some(70_000), Some(2)]), [Axis::X; 2]);
    assert_eq!(axes(SpaceKind::Blocks, &[None, Some(2)]), [Axis::Y, Axis::X]);
}
