import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roleBadge, roleOption } from './role-badge.ts';

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
