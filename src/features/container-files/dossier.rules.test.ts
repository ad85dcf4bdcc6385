import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOfPath, dossierPaths } from './dossier.rules.ts';

test('the paths of a dossier unpack everywhere, are distinct, and never leave the archive', () => {
  const paths = dossierPaths([
    { filename: 'a.txt', type: 'Bill of Lading' },
    { filename: 'A.txt', type: 'Bill of Lading' },
    { filename: '../../x', type: '../..' },
    { filename: 'con', type: 'index.html' },
    { filename: 'a:b?.txt', type: 'BILL OF LADING' },
    { filename: '..', type: 'CON' },
  ]);
  assert.deepEqual(paths, [
    'Bill of Lading/a.txt',
    'Bill of Lading/A (2).txt',
    '.._/.._.._x',
    'index (2).html/_con',
    'BILL OF LADING (2)/a_b_.txt',
    '_CON/Unnamed File',
  ]);
});

test('the address of a path is one of the archive, whatever the name is', () => {
  assert.equal(addressOfPath('A&B/50% #1?.txt'), 'A%26B/50%25%20%231%3F.txt');
  assert.equal(addressOfPath('javascript:x/y'), 'javascript%3Ax/y');
});
