import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sessionContract } from '#features/session/session.contract.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { asAdmin, makeTeam, makeUser, password, signedIn, signedInAs, upload } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { Visitor } from '#tests/visitor.ts';

const general = 1;

describe('changing rights from the list', () => {
  const app = useTestApp();
  const status = async (visitor: Visitor) => (await visitor.call(usersContract.list, {})).status;

  test('only role 1 changes roles, never their own; the new role applies from the next call', async () => {
    const admin = await asAdmin(app);
    const person = await signedInAs(app, { role: 3, team: general });
    assert.equal(await status(person.visitor), 403);
    const changed = await admin.call(usersContract.changeRole, { id: person.id, role_id: 2 });
    assert.deepEqual([changed.status, changed.body.role], [200, { role_id: 2, role_name: 'Manager' }]);
    assert.equal(await status(person.visitor), 200);
    assert.equal((await person.visitor.call(usersContract.changeRole, { id: person.id, role_id: 1 })).status, 403);
    const other = await makeUser(app, { role: 3, team: general });
    assert.equal((await person.visitor.call(usersContract.changeRole, { id: other.id, role_id: 2 })).status, 403);
    assert.equal((await admin.call(usersContract.changeRole, { id: 1, role_id: 2 })).status, 403);
    for (const role_id of [0, 4, 1.5, '2.0'])
      assert.equal((await admin.call(usersContract.changeRole, { id: other.id, role_id })).status, 422);
    await admin.call(usersContract.changeRole, { id: person.id, role_id: 3 });
    assert.equal(await status(person.visitor), 403);
  });

  test('only role 1 changes teams; files stay with the old team', async () => {
    const admin = await asAdmin(app);
    const team = await makeTeam(app, 'New Team');
    const person = await signedInAs(app, { role: 3, team: general });
    const manager = (await signedInAs(app, { role: 2, team: general })).visitor;
    const [before] = await upload(person.visitor, 1, { name: 'before.txt' });
    const changed = await admin.call(usersContract.changeTeam, { id: person.id, team_id: team });
    assert.deepEqual([changed.status, changed.body.team], [200, { id: team, name: 'New Team' }]);
    const [after] = await upload(person.visitor, 1, { name: 'after.txt' });
    assert.deepEqual([before?.team_id, after?.team_id], [general, team]);
    assert.equal((await admin.call(usersContract.changeTeam, { id: person.id, team_id: 999_999 })).status, 422);
    assert.equal((await manager.call(usersContract.changeTeam, { id: person.id, team_id: general })).status, 403);
    assert.equal(
      (await person.visitor.call(usersContract.changeTeam, { id: person.id, team_id: general })).status,
      403,
    );
    assert.equal(
      (await admin.call(usersContract.changeTeam, { id: 1, team_id: general })).status,
      200,
      'also one’s own',
    );
  });

  test('a suspended user is signed out at once and cannot sign in until reactivated', async () => {
    const admin = await asAdmin(app);
    const person = await signedInAs(app, { role: 3, team: general });
    const suspended = await admin.call(usersContract.suspend, { id: person.id });
    assert.ok(suspended.body.suspended_at);
    assert.equal((await person.visitor.call(sessionContract.currentUser, {})).status, 401);
    assert.equal((await new Visitor(app.app).signIn(person.email, password)).statusCode, 422);
    assert.equal(
      (await admin.call(usersContract.suspend, { id: person.id })).body.suspended_at,
      suspended.body.suspended_at,
    );
    assert.equal(
      (await admin.call(usersContract.list, { search: person.name })).body[0]?.suspended_at,
      suspended.body.suspended_at,
    );
    assert.equal((await admin.call(usersContract.reactivate, { id: person.id })).body.suspended_at, null);
    assert.equal(
      (await person.visitor.call(sessionContract.currentUser, {})).status,
      401,
      'the old session does not come back',
    );
    await signedIn(app, person.email);
  });

  test('a user who is signed out everywhere can sign in again', async () => {
    const admin = await asAdmin(app);
    const person = await signedInAs(app, { role: 3, team: general });
    const elsewhere = await signedIn(app, person.email);
    assert.equal((await admin.call(usersContract.signOut, { id: person.id })).status, 200);
    for (const visitor of [person.visitor, elsewhere])
      assert.equal((await visitor.call(sessionContract.currentUser, {})).status, 401);
    await signedIn(app, person.email);
  });

  test('role 2 changes role 3 only, role 3 changes no one, and no one changes themselves', async () => {
    const manager = await signedInAs(app, { role: 2, team: general });
    const peer = await makeUser(app, { role: 2, team: general });
    const user = await signedInAs(app, { role: 3, team: general });
    for (const endpoint of [usersContract.suspend, usersContract.reactivate, usersContract.signOut]) {
      const answers = [];
      for (const id of [1, peer.id, manager.id, user.id])
        answers.push((await manager.visitor.call(endpoint, { id })).status);
      assert.deepEqual(answers, [403, 403, 403, 200], endpoint.path);
      assert.equal((await (await asAdmin(app)).call(endpoint, { id: 1 })).status, 403);
      assert.equal(
        (
          await (
            await signedIn(app, (await makeUser(app, { role: 3, team: general })).email)
          ).call(endpoint, { id: peer.id })
        ).status,
        403,
      );
    }
  });

  test('the last administrator cannot be removed, not even by simultaneous calls', async () => {
    const first = await asAdmin(app);
    const second = await signedInAs(app, { role: 1, team: general });
    for (const endpoint of ['changeRole', 'suspend', 'remove'] as const) {
      const shutOut = (visitor: Visitor, id: number) =>
        endpoint === 'changeRole'
          ? visitor.call(usersContract.changeRole, { id, role_id: 3 })
          : visitor.call(usersContract[endpoint], { id });
      const answers = await Promise.all([shutOut(first, second.id), shutOut(second.visitor, 1)]);
      const left = await app.ctx.db
        .selectFrom('users')
        .select('id')
        .where('role_id', '=', 1)
        .where('deleted_at', 'is', null)
        .where('suspended_at', 'is', null)
        .execute();
      assert.equal(left.length, 1, endpoint);
      assert.equal(answers.filter((answer) => answer.status < 300).length, 1, endpoint);
      assert.ok(answers.some((answer) => [401, 403, 409].includes(answer.status)));
      await app.ctx.db
        .updateTable('users')
        .set({ role_id: 1, suspended_at: null, deleted_at: null })
        .where('id', 'in', [1, second.id])
        .execute();
      const [one, two] = await Promise.all([asAdmin(app), signedIn(app, second.email)]);
      first.cookies.clear();
      second.visitor.cookies.clear();
      for (const [name, value] of one.cookies) first.cookies.set(name, value);
      for (const [name, value] of two.cookies) second.visitor.cookies.set(name, value);
    }
  });

  test('a suspended administrator does not count as one', async () => {
    const admin = await asAdmin(app);
    await makeUser(app, { role: 1, team: general });
    const others = (await admin.call(usersContract.list, {})).body.filter(
      (user) => user.role_id === 1 && user.id !== 1,
    );
    assert.ok(others.length > 0);
    for (const other of others) await admin.call(usersContract.suspend, { id: other.id });
    for (const other of others)
      assert.equal((await admin.call(usersContract.changeRole, { id: other.id, role_id: 3 })).status, 200, 'suspended');
  });
});
