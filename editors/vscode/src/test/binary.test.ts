import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBinary, places } from '../binary';

const machine = { configured: '', workspace: ['/w'], home: '/home/u', searchPath: '/usr/bin::/opt/bin' };

test('the path comes first, then cargo, then the workspace', () => {
  const expected = ['/usr/bin', '/opt/bin', '/home/u/.cargo/bin', '/w/target/release', '/w/target/debug'];
  assert.deepEqual(places(machine), expected.map((folder) => `${folder}/warploom`));
  assert.equal(findBinary(machine, (file) => file.includes('cargo')), '/home/u/.cargo/bin/warploom');
  assert.equal(findBinary(machine, () => false), undefined);
});

test('what is configured is taken, or nothing', () => {
  const configured = { ...machine, configured: '~/bin/warploom' };
  assert.equal(findBinary(configured, () => true), '/home/u/bin/warploom');
  assert.equal(findBinary(configured, () => false), undefined);
});
