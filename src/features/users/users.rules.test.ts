import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assignableRoles,
  mayActOn,
  mayChangeRole,
  mayChangeTeam,
  mayChooseViewedTeams,
  mayShutOut,
  roleBadge,
  roleOption,
} from './users.rules.ts';

const person = (id: number, role_id: number) => ({ id, role_id });

test('role 1 creates roles 2 and 3, role 2 creates role 3, other roles create no one', () => {
  assert.deepEqual([1, 2, 3, 9].map(assignableRoles), [[2, 3], [3], [], []]);
});

test('role 1 acts on everyone, role 2 on role 3 and on themselves, role 3 on no one', () => {
  const others = [person(10, 1), person(11, 2), person(12, 3)];
  const on = (caller: { id: number; role_id: number }) => others.map((other) => mayActOn(caller, other));
  assert.deepEqual(on(person(1, 1)), [true, true, true]);
  assert.deepEqual(on(person(1, 2)), [false, false, true]);
  assert.deepEqual(on(person(1, 3)), [false, false, false]);
  assert.ok(mayActOn(person(11, 2), person(11, 2)));
  assert.ok(!mayActOn(person(12, 3), person(12, 3)));
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

test('a role has the badge of the specification, and its option shows both names', () => {
  const badges = [
    { role_id: 1, role_name: 'Administrator' },
    { role_id: 2, role_name: 'Manager' },
    { role_id: 3, role_name: 'User' },
    { role_id: 9, role_name: 'Auditor' },
    null,
    { role_id: 0, role_name: '' },
  ].map(roleBadge);
  assert.deepEqual(badges, [
    { label: 'Super Admin', tone: 'red' },
    { label: 'Admin', tone: 'orange' },
    { label: 'User', tone: 'green' },
    { label: 'Auditor', tone: 'gray' },
    { label: 'No Role', tone: 'gray' },
    { label: 'No Role', tone: 'gray' },
  ]);
  assert.equal(roleOption({ role_id: 2, role_name: 'Manager' }), 'Admin (Manager)');
  assert.equal(roleOption({ role_id: 3, role_name: 'User' }), 'User');
});
