import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
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

// With the real binary, where there is one: WARPLOOM names it.
test('the map of a translation leads from the kernel to its loop', { skip: process.env.WARPLOOM === undefined }, () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warploom-'));
  const source = '../../docs/scale.c';
  const [out, map] = [path.join(folder, 'scale.cu'), path.join(folder, 'scale.cu.map')];
  execFileSync(process.env.WARPLOOM!, ['translate', source, '-o', out, '--source-map', map, '-q']);
  const text = fs.readFileSync(out, 'utf8').split('\n');
  const lines = new Lines(JSON.parse(fs.readFileSync(map, 'utf8')));
  const written = fs.readFileSync(source, 'utf8').split('\n');
  const body = text.findIndex((line) => line.includes('a[i] = k * a[i];'));
  assert.match(written[lines.toSource(body)!.line], /a\[i\] = k \* a\[i\];/);
  assert.match(lines.toSource(body)!.name!, /kernel scale_all/);
});
