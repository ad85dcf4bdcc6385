import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  changesBetween,
  countActive,
  isLocked,
  matrixAt,
  searchModules,
  toggle,
  valueAt,
  withChanges,
} from './permissions.rules.ts';

const on = (module_id: number, role_id: number) => ({ module_id, role_id, can_view: 1 });
const off = (module_id: number, role_id: number) => ({ module_id, role_id, can_view: 0 });
const modules = [
  { id: 1, name: 'Admin Dashboard' },
  { id: 6, name: 'Teams module' },
  { id: 11, name: 'Permission module' },
];

test('toggling flips can_view, or adds an entry with can_view where there is none', () => {
  const matrix = [on(1, 1), off(1, 2)];
  assert.deepEqual(toggle(matrix, { module_id: 1, role_id: 1 }), [off(1, 1), off(1, 2)]);
  assert.deepEqual(toggle(matrix, { module_id: 1, role_id: 2 }), [on(1, 1), on(1, 2)]);
  assert.deepEqual(toggle(matrix, { module_id: 6, role_id: 3 }), [on(1, 1), off(1, 2), on(6, 3)]);
  assert.deepEqual(matrix, [on(1, 1), off(1, 2)], 'the matrix handed in stays as it is');
});

test('active permissions are the entries with can_view', () => {
  assert.equal(countActive([]), 0);
  assert.equal(countActive([on(1, 1), off(1, 2), on(6, 2)]), 2);
});

test('changes are entries whose can_view differs; a missing entry equals one without can_view', () => {
  assert.deepEqual(changesBetween([on(1, 1), off(1, 2)], [on(1, 1), off(1, 2)]), []);
  assert.deepEqual(changesBetween([on(1, 1)], [off(1, 1)]), [off(1, 1)]);
  assert.deepEqual(changesBetween([], [off(1, 1), on(1, 2)]), [on(1, 2)]);
  assert.deepEqual(changesBetween([on(1, 1), off(1, 2)], []), [off(1, 1)]);
  const matrix = [on(1, 1), off(1, 2)];
  const twice = toggle(toggle(matrix, { module_id: 6, role_id: 2 }), { module_id: 6, role_id: 2 });
  assert.deepEqual(changesBetween(matrix, twice), [], 'a cell toggled twice is no change');
});

test('setting entries leaves the others, and the last entry of a repeated pair counts', () => {
  assert.deepEqual(withChanges([on(1, 1), on(1, 2)], [off(1, 2), on(6, 1)]), [on(1, 1), off(1, 2), on(6, 1)]);
  assert.deepEqual(withChanges([], [on(1, 1), off(1, 1)]), [off(1, 1)]);
});

test('an earlier matrix is computed by undoing the later saves', () => {
  const entry = (id: number, changed: ReturnType<typeof on>[]) => ({
    id,
    saved_by: 'Ann',
    saved_at: '2026-11-20T09:30:00.000Z',
    changes: changed.length,
    changed,
  });
  const history = [entry(9, [off(6, 2)]), entry(7, [on(6, 2), on(6, 3)]), entry(4, [off(1, 2)])];
  const now = [on(1, 1), off(1, 2), off(6, 2), on(6, 3)];
  const at = (id: number) => matrixAt(now, history, id);
  assert.deepEqual(changesBetween(now, at(9)), []);
  assert.deepEqual(changesBetween(now, at(7)), [on(6, 2)]);
  assert.deepEqual(changesBetween(now, at(4)), [off(6, 3)]);
  assert.deepEqual(changesBetween(now, at(0)), [on(1, 2), off(6, 3)]);
});

test('only the permissions screen and the admin dashboard are locked for administrators', () => {
  assert.equal(isLocked(modules, { module_id: 11, role_id: 1 }), true);
  assert.equal(isLocked(modules, { module_id: 1, role_id: 1 }), true);
  assert.equal(isLocked(modules, { module_id: 11, role_id: 2 }), false);
  assert.equal(isLocked(modules, { module_id: 6, role_id: 1 }), false);
});

test('a search finds modules by any part of their name, in any case', () => {
  const names = (text: string) => searchModules(modules, text).map((module) => module.name);
  assert.deepEqual(names(' MODULE '), ['Teams module', 'Permission module']);
  assert.deepEqual(names(''), ['Admin Dashboard', 'Teams module', 'Permission module']);
  assert.deepEqual(names('x'), []);
  assert.equal(valueAt([], { module_id: 1, role_id: 1 }), 0);
});
