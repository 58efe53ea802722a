//! The choices that were measured on an H200.

use super::*;

fn work(rows: f64, columns: f64, arrays: f64) -> Work {
    Work { rows, columns, bytes: 4.0 * arrays, strided: arrays, gpu: Gpu::H200 }
}

/// Bytes of a row of a tile of 32 columns, padded.
const TILE: u64 = 33 * 4;

#[test]
fn long_rows_are_for_warps() {
    let matrix_vector = work(12288.0, 12288.0, 1.0);
    assert!(matrix_vector.by_warps() < matrix_vector.staged(32, TILE, true, false));
    assert!(matrix_vector.staged(32, TILE, true, false) < matrix_vector.original());
    // Without the next tile on its way, staging is slower than nothing.
    assert!(matrix_vector.staged(32, TILE, false, false) > matrix_vector.original());
}

#[test]
fn many_short_rows_are_for_tiles() {
    let short = work(2_097_152.0, 64.0, 1.0);
    assert!(short.staged(32, TILE, true, false) < short.by_warps());
    assert!(short.by_warps() < short.original());
}

#[test]
fn predictions_are_near_what_was_measured() {
    let near = |predicted: f64, measured: f64| (0.6..1.6).contains(&(predicted * 1e3 / measured));
    let matrix_vector = work(12288.0, 12288.0, 1.0);
    assert!(near(matrix_vector.original(), 1.17));
    assert!(near(matrix_vector.by_warps(), 0.15));
    assert!(near(matrix_vector.staged(32, TILE, true, false), 0.58));
    let row_scale = work(12288.0, 12288.0, 2.0);
    assert!(near(row_scale.original(), 2.86));
    assert!(near(row_scale.along_rows(), 0.31));
    let short = work(2_097_152.0, 64.0, 1.0);
    assert!(near(short.original(), 0.546));
    assert!(near(short.by_warps(), 0.33));
    assert!(near(short.staged(32, TILE, true, false), 0.17));
}
