import assert from 'node:assert/strict';
import { test } from 'node:test';
import { teamsToMoveTo } from './selection.rules.ts';

test('users can move files to the teams whose files they see; an administrator can choose every team', () => {
  const teams = [1, 2, 3].map((id) => ({ id, name: `Team ${id}`, description: null }));
  const ids = (role_id: number, team_id: number | null, teams_can_view: number[]) =>
    teamsToMoveTo({ role_id, team_id, teams_can_view }, teams).map(({ id }) => id);
  assert.deepEqual(ids(1, null, []), [1, 2, 3]);
  assert.deepEqual(ids(2, 2, [3]), [2, 3]);
  assert.deepEqual(ids(2, null, []), []);
});
