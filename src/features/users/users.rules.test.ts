import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assignableRoles, mayChangeRole, mayChangeTeam, mayChooseViewedTeams, mayShutOut } from './users.rules.ts';

const person = (id: number, role_id: number) => ({ id, role_id });

test('role 1 creates roles 2 and 3, role 2 creates role 3, other roles create no one', () => {
  assert.deepEqual([1, 2, 3, 9].map(assignableRoles), [[2, 3], [3], [], []]);
});

test('users cannot suspend themselves, change their own role or add their own viewed teams', () => {
  for (const role of [1, 2, 3]) {
    assert.ok(!mayShutOut(person(1, role), person(1, role)));
    assert.ok(!mayChangeRole(person(1, role), person(1, role)));
  }
  assert.ok(mayShutOut(person(1, 2), person(2, 3)));
  assert.ok(!mayShutOut(person(1, 2), person(2, 2)));
  assert.ok(mayChangeRole(person(1, 1), person(2, 1)));
  assert.ok(!mayChangeRole(person(1, 2), person(2, 3)));
  assert.deepEqual(
    [1, 2, 3].map((role) => mayChangeTeam(person(1, role))),
    [true, false, false],
  );
  assert.ok(!mayChooseViewedTeams(person(1, 2), person(1, 2)));
  assert.ok(mayChooseViewedTeams(person(1, 2), person(2, 3)));
  assert.ok(mayChooseViewedTeams(person(1, 1), person(1, 1)));
});
