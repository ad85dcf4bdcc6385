import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayView, viewedTeams } from './access.ts';

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
