import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeSegment, Lines } from '../sourceMap';

test('numbers of any sign and size are read', () => {
  assert.deepEqual(decodeSegment('AAAA'), [0, 0, 0, 0]);
  assert.deepEqual(decodeSegment('IAEAD'), [4, 0, 2, 0, -1]);
  assert.deepEqual(decodeSegment('gqjG'), [100000]);
  assert.throws(() => decodeSegment('!'));
});

test('lines lead to each other', () => {
  const lines = new Lines({ version: 3, sources: ['a.c'], names: ['kernel k'], mappings: 'AAAA;;AACA,EAAAA;AACA' });
  assert.deepEqual(lines.toSource(0), { source: 0, line: 0, name: undefined });
  assert.equal(lines.toSource(1), undefined);
  assert.equal(lines.toSource(2)?.line, 1);
  assert.deepEqual(lines.toGenerated(0, 1), [2]);
  assert.deepEqual(lines.toGenerated(0, 9), [3]);
});
