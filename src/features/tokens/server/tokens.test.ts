import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { auditContract } from '#features/audit/audit.contract.ts';
import { onceWithinMs } from '#features/audit/audit.rules.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { dayMs } from '#shared/calendar.ts';
import { throttle } from '#shared/session-lengths.ts';
import { asAdmin, makeTeam, makeUser, password, programOf, signedIn, upload } from '#tests/make.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';
import { Program, Visitor } from '#tests/visitor.ts';
import { tokensContract } from '../tokens.contract.ts';

const scanner = { name: 'Scanner', can_write: true, areas: ['files' as const], days: 30 };

describe('access tokens', () => {
  const app = useTestApp();
  const person = async (role: 1 | 2 | 3 = 3) => {
    const team = await makeTeam(app);
    const user = await makeUser(app, { role, team });
    return { ...user, team, visitor: await signedIn(app, user.email) };
  };
  const whoAmI = (program: Visitor) => program.call(sessionContract.currentUser, {});
  const statusOf = async (visitor: Visitor, file: { id: number } | undefined) =>
    (await visitor.send({ method: 'GET', url: `/api/files/${file?.id}` })).statusCode;
  const auditOf = async (act: 'token.created' | 'token.revoked' | 'token.refused' | 'file.uploaded') =>
    (await (await asAdmin(app)).call(auditContract.list, { act })).body.entries;

  test('a token is shown once, stored as a hash, and acts as its owner without cookies and anti-forgery token', async () => {
    const { id, visitor } = await person();
    const made = await visitor.call(tokensContract.create, scanner);
    assert.equal(made.status, 201);
    assert.match(made.body.token, /^stowage_[\w-]{43}$/);
    const program = new Program(app.app, made.body.token);
    assert.equal((await whoAmI(program)).body.id, id);
    const [file] = await upload(program, 1, { name: 'scan.txt' });
    assert.equal(file?.user_id, id);
    const stored = JSON.stringify(await app.ctx.db.selectFrom('access_tokens').selectAll().execute());
    assert.ok(!stored.includes(made.body.token) && !stored.includes(made.body.token.slice(8)));
    const [listed] = (await visitor.call(tokensContract.own, {})).body;
    assert.equal(listed?.last_used_at?.slice(0, 10), app.now().toISOString().slice(0, 10));
    assert.deepEqual([listed?.last_address, listed && 'token' in listed], ['127.0.0.1', false]);
  });

  test('the audit log has the making of a token, its revocation, and its name beside the name of its owner', async () => {
    const { name, visitor } = await person();
    const made = await visitor.call(tokensContract.create, { ...scanner, name: 'Copier 7' });
    await upload(new Program(app.app, made.body.token), 1, { name: 'copy.txt' });
    await visitor.call(tokensContract.revoke, { id: made.body.id });
    const created = (await auditOf('token.created'))[0];
    assert.deepEqual([created?.thing.name, created?.detail], ['Copier 7', 'Read and write: Files; all teams']);
    assert.equal((await auditOf('token.revoked'))[0]?.thing.name, 'Copier 7');
    assert.equal((await auditOf('file.uploaded'))[0]?.user.name, `${name} (token Copier 7)`);
  });

  test('a token ends when it is revoked or expires, and with the suspension, the deletion and a new password of its owner', async () => {
    const administrator = await asAdmin(app);
    const ends: Record<string, (owner: Awaited<ReturnType<typeof person>>, tokenId: number) => Promise<unknown>> = {
      revoked: ({ visitor }, id) => visitor.call(tokensContract.revoke, { id }),
      suspended: ({ id }) => administrator.call(usersContract.suspend, { id }),
      deleted: ({ id }) => administrator.call(usersContract.remove, { id }),
      'own new password': ({ visitor }) =>
        visitor.call(passwordsContract.change, {
          current_password: password,
          new_password: 'a-crane-at-dusk-9',
          new_password_confirmation: 'a-crane-at-dusk-9',
        }),
      'password reset': ({ id }) =>
        administrator.call(passwordsContract.reset, {
          user_id: id,
          new_password: 'a-crane-at-dusk-9',
          new_password_confirmation: 'a-crane-at-dusk-9',
        }),
    };
    for (const [how, end] of Object.entries(ends)) {
      const owner = await person();
      const made = await owner.visitor.call(tokensContract.create, scanner);
      const program = new Program(app.app, made.body.token);
      assert.equal((await whoAmI(program)).status, 200, how);
      await end(owner, made.body.id);
      const refused = await whoAmI(program);
      assert.deepEqual([refused.status, refused.failure.code], [401, 'token.invalid'], how);
    }
    const { id } = await person();
    const program = await programOf(app, id, { days: 1 });
    const before = app.now();
    app.setNow(new Date(before.getTime() + dayMs + 1000));
    assert.equal((await whoAmI(program)).status, 401);
    app.setNow(before);
  });

  test('a token has the role, the teams and the permissions that its owner has at each call', async () => {
    const { id, team } = await person(2);
    const program = await programOf(app, id);
    const other = await person();
    const [file] = await upload(other.visitor, 1, { name: 'theirs.txt' });
    assert.equal(await statusOf(program, file), 404);
    await app.ctx.db.insertInto('team_viewers').values({ user_id: id, team_id: other.team }).execute();
    assert.equal(await statusOf(program, file), 200);
    assert.equal((await program.call(usersContract.totals, {})).status, 200);
    await app.ctx.db.updateTable('users').set({ role_id: 3 }).where('id', '=', id).execute();
    assert.equal((await program.call(usersContract.totals, {})).status, 403);
    assert.notEqual(team, other.team);
  });

  test('a token of some teams sees no file of other teams, not even those that its owner uploaded', async () => {
    const { id, team, visitor } = await person();
    const second = await makeTeam(app);
    await app.ctx.db.insertInto('team_viewers').values({ user_id: id, team_id: second }).execute();
    const [own] = await upload(visitor, 1, { name: 'at-home.txt' });
    const program = await programOf(app, id, { teams: [second] });
    assert.equal(await statusOf(program, own), 404);
    const overview = await program.call(filesContract.overview, { search: 'at-home' });
    assert.ok(!JSON.stringify(overview.body).includes('at-home.txt'), JSON.stringify(overview.body));
    assert.equal(await statusOf(visitor, own), 200);
    const refused = await program.call(filesContract.upload, { file_type_id: 1 }, [{ name: 'x.txt', bytes: 'x' }]);
    assert.deepEqual([refused.status, refused.failure.code], [422, 'file.move_denied']);
    const stored = await program.call(filesContract.upload, { file_type_id: 1, team_id: second }, [
      { name: 'second.txt', bytes: 'x' },
    ]);
    assert.equal(stored.status, 201, stored.raw.body);
    const administrators = await programOf(app, 1, { teams: [second] });
    assert.equal(await statusOf(administrators, own), 404);
    assert.notEqual(team, second);
  });

  test('a token for files links no upload to a container and names no container', async () => {
    const { id } = await person(2);
    const program = await programOf(app, id, { areas: ['files'] });
    const container = await (
      await programOf(app, id)
    ).call(containersContract.create, {
      name: 'Chairs',
      container_no: 'PO-1',
      expected_date: '2026-11-20',
      ex_factory_date: '2026-10-20',
    });
    const fields = { file_type_id: 1, container_id: container.body.id };
    const refused = await program.call(filesContract.upload, fields, [{ name: 'x.txt', bytes: 'x' }]);
    assert.deepEqual([refused.status, refused.failure.code], [403, 'permission.denied']);
  });

  test('wrong tokens are refused with one sentence, recorded once, and throttled without blocking a valid one', async () => {
    const { id } = await person();
    // The beginning of a period without earlier failures and entries.
    app.setNow(new Date(Math.ceil(app.now().getTime() / onceWithinMs + 6) * onceWithinMs));
    const valid = await programOf(app, id);
    const earlier = (await auditOf('token.refused')).length;
    const sentences = new Set<string>();
    const wrong = ['stowage_guess', 'x'.repeat(500), `${valid.token}x`, valid.token.toLowerCase()];
    for (let tries = 0; tries < throttle.perAddress; tries += 1) {
      const refused = await whoAmI(new Program(app.app, wrong[tries % wrong.length] as string));
      assert.equal(refused.status, 401);
      sentences.add(refused.failure.message);
    }
    assert.equal(sentences.size, 1);
    const throttled = await whoAmI(new Program(app.app, 'stowage_guess'));
    assert.deepEqual([throttled.status, throttled.failure.code], [429, 'rate_limit.exceeded']);
    assert.equal((await whoAmI(valid)).status, 200);
    assert.equal((await new Visitor(app.app).signIn('admin@example.com', 'wrong')).statusCode, 422);
    assert.equal((await auditOf('token.refused')).length, earlier + 1);
    await app.ctx.db.deleteFrom('login_failures').execute();
  });

  test('only a session whose password was confirmed makes a token, and a user has at most fifty', async () => {
    const { id, visitor } = await person();
    for (let made = 0; made < 49; made += 1) await programOf(app, id);
    const both = await Promise.all([1, 2].map(() => visitor.call(tokensContract.create, scanner)));
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 422]);
    await app.ctx.db
      .updateTable('sessions')
      .set({ confirmed_at: '2020-01-01T00:00:00.000Z' })
      .where('user_id', '=', id)
      .execute();
    const refused = await visitor.call(tokensContract.create, scanner);
    assert.deepEqual([refused.status, refused.failure.code], [403, 'password.confirmation_required']);
  });

  test('input that makes no sense is refused with a sentence for its field', async () => {
    const { visitor } = await person();
    const gone = 2_147_483_647;
    const cases: [object, string][] = [
      [{ ...scanner, name: ' ' }, 'name'],
      [{ ...scanner, areas: [] }, 'areas'],
      [{ ...scanner, days: 0 }, 'days'],
      [{ ...scanner, days: 367 }, 'days'],
      [{ ...scanner, team_ids: [gone] }, 'team_ids'],
      [{ ...scanner, areas: ['users'], team_ids: [1] }, 'team_ids'],
    ];
    for (const [input, field] of cases) {
      const refused = await visitor.call(tokensContract.create, input as typeof scanner);
      assert.deepEqual([refused.status, Object.keys(refused.failure.errors ?? {})], [422, [field]], field);
    }
  });

  test('an administrator sees the tokens of all users and revokes one, and its owner is told', async () => {
    const owner = await person();
    const made = await owner.visitor.call(tokensContract.create, { ...scanner, name: 'Old printer' });
    const other = await person(2);
    assert.equal((await other.visitor.call(tokensContract.revoke, { id: made.body.id })).status, 404);
    const administrator = await asAdmin(app);
    const { tokens } = (await administrator.call(tokensContract.everyone, {})).body;
    assert.equal(tokens.find(({ id }) => id === made.body.id)?.user.name, owner.name);
    assert.equal((await administrator.call(tokensContract.revoke, { id: made.body.id })).status, 204);
    assert.equal((await whoAmI(new Program(app.app, made.body.token))).status, 401);
    const told = await app.ctx.db
      .selectFrom('notifications')
      .select('message')
      .where('user_id', '=', owner.id)
      .execute();
    assert.match(told[0]?.message ?? '', /revoked your access token "Old printer"/);
  });

  test('a token of another kind beside a session cookie, as from a proxy, does not change the session', async () => {
    const { id, visitor } = await person();
    const answer = await visitor.send({ method: 'GET', url: '/api/user', headers: { authorization: 'Bearer other' } });
    assert.deepEqual([answer.statusCode, answer.json().id], [200, id]);
  });
});

test('a token works where two-factor sign-in is required, and its owner without a second factor cannot make one', async () => {
  const app = await openTestApp({ REQUIRE_TWO_FACTOR: 'everyone' });
  try {
    const user = await makeUser(app, { role: 3, team: await makeTeam(app) });
    const program = await programOf(app, user.id);
    assert.equal((await program.call(filesContract.overview, {})).status, 200);
    const visitor = await signedIn(app, user.email);
    const refused = await visitor.call(tokensContract.create, scanner);
    assert.deepEqual([refused.status, refused.failure.code], [403, 'two_factor.required']);
  } finally {
    await app.close();
  }
});
