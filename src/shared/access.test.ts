import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayActOn, mayView, viewedTeams } from './access.ts';

for (const [canView, allowed] of [
  [1, true],
  [true, true],
  [0, false],
  [false, false],
  [null, false],
] as const)
  test(`a permission with can_view ${canView} ${allowed ? 'allows' : 'denies'} the module`, () => {
    const permissions = [{ module_id: 4, role_id: 3, can_view: canView as number }];
    assert.equal(mayView({ permissions, modules: [{ id: 4, name: 'Files' }] }, 3, 'files'), allowed);
  });

test('teams_can_view is a list or its JSON text; anything else names no team', () => {
  assert.deepEqual(viewedTeams([1, 2]), [1, 2]);
  assert.deepEqual(viewedTeams('[1,"2"]'), [1, 2]);
  for (const other of ['', 'x', '{}', '[null]'.replace('null', '"x"'), null, undefined])
    assert.deepEqual(viewedTeams(other), []);
});

test('a module without a name is passed over', () => {
  const modules = [
    { id: 1, name: null },
    { id: 2, name: 'Files module' },
  ];
  const permissions = [{ module_id: 2, role_id: 3, can_view: 1 }];
  assert.equal(mayView({ permissions, modules }, 3, 'files module'), true);
  assert.equal(mayView({ permissions, modules }, 3, 'Teams module'), false);
});

const person = (id: number, role_id: number) => ({ id, role_id });

test('role 1 acts on everyone, role 2 on role 3 and on themselves, role 3 on no one', () => {
  const others = [person(10, 1), person(11, 2), person(12, 3)];
  const on = (caller: { id: number; role_id: number }) => others.map((other) => mayActOn(caller, other));
  assert.deepEqual(on(person(1, 1)), [true, true, true]);
  assert.deepEqual(on(person(1, 2)), [false, false, true]);
  assert.deepEqual(on(person(1, 3)), [false, false, false]);
  assert.ok(mayActOn(person(11, 2), person(11, 2)));
  assert.ok(!mayActOn(person(12, 3), person(12, 3)));
});
