import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containersView, filterOf } from '#features/containers/list/containers-view.rules.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, makeContainer, makeFileType, makeTeam, makeUser, signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';

const calls = containersContract;
const work = containerWorkContract;

describe('work on containers', () => {
  const app = useTestApp();
  const signIn = async () => {
    const admin = await asAdmin(app);
    const { day, make, find, put, logs, history, noticesOf } = containersOf(app, () => admin);
    return { admin, day, make, find, put, logs, history, noticesOf };
  };

  test('a delay with its new date writes the same entries as the two dialogs', async () => {
    const { admin, day, make, find, logs, history } = await signIn();
    const [one, two] = [await make(), await make()];
    const delay = { kind: 'pfi', reason: 'Strike', category: 'carrier', new_date: day(20) } as const;
    const answer = await admin.call(work.delay, { id: one.id, ...delay, version: one.version });
    assert.deepEqual([answer.status, answer.body.pfi_date, answer.body.is_delayed_pfi], [200, day(20), 1]);
    const { id } = two;
    await admin.call(calls.changeStatus, { id, status: 'Delayed', delay_reason: 'Strike', delay_category: 'carrier' });
    const edit = { ...(await find(id)), version: undefined };
    await admin.call(calls.update, { ...edit, expected_date: day(20), reason: 'Strike' });
    const entriesOf = async (container: number) =>
      (await history(container)).map(({ id: _id, happened_at: _at, ...entry }) => entry);
    assert.deepEqual(await entriesOf(one.id), await entriesOf(id));
    assert.deepEqual(
      (await logs(one.id)).map(({ reason, category }) => [reason, category]),
      [['Strike', 'carrier']],
    );
    const audited = async (container: number) =>
      app.ctx.db
        .selectFrom('audit_entries')
        .select(['act', 'detail'])
        .where('thing_id', '=', container)
        .orderBy('id')
        .execute();
    assert.deepEqual(await audited(one.id), await audited(id));
  });

  test('a delay needs a reason and the current version, and may leave the date', async () => {
    const { admin, make, put } = await signIn();
    const { id, version, ex_factory_date } = await make();
    const input = { id, kind: 'ex_factory', reason: 'Paint' } as const;
    const missing = await admin.call(work.delay, { ...input, reason: ' ' });
    assert.deepEqual([missing.status, missing.failure.code], [422, 'container.delay_reason_required']);
    const delayed = await admin.call(work.delay, { ...input, version });
    assert.deepEqual([delayed.body.ex_factory_date, delayed.body.ex_factory_delays], [ex_factory_date, 1]);
    const outdated = await admin.call(work.delay, { ...input, version });
    assert.deepEqual([outdated.status, outdated.failure.code], [409, 'container.changed']);
    await put(id, 'Received');
    await put(id, 'Departed');
    assert.equal((await admin.call(work.delay, input)).failure.code, 'container.delay_not_allowed');
  });

  test('a comment is in the history and notifies mentioned people, followers and the assignee once', async () => {
    const { admin, make, history, noticesOf } = await signIn();
    const team = await makeTeam(app);
    const [ana, bo, cy] = [
      await signedInAs(app, { role: 3, team }),
      await signedInAs(app, { role: 3, team }),
      await signedInAs(app, { role: 3, team: await makeTeam(app) }),
    ];
    const made = { ...(await make()), version: undefined };
    await admin.call(calls.update, { ...made, team_id: team, assignee_id: ana.id });
    const { id } = made;
    assert.equal((await bo.visitor.call(work.follow, { id })).status, 204);
    await bo.visitor.call(work.follow, { id });
    const { following, followers } = (await bo.visitor.call(work.followers, { id })).body;
    assert.deepEqual([following, followers], [true, [{ id: bo.id, name: bo.name }]]);
    const mentions = [ana.id, bo.id, cy.id];
    const comment = await admin.call(work.comment, { id, text: 'Call\nthe agent', mentions });
    assert.deepEqual([comment.status, comment.body.what, comment.body.new_value], [201, 'comment', 'Call\nthe agent']);
    assert.deepEqual((await history(id))[0], comment.body);
    const messages = async (userId: number) =>
      (await noticesOf(userId)).filter(({ title }) => title === 'New comment').length;
    assert.deepEqual([await messages(ana.id), await messages(bo.id), await messages(cy.id)], [1, 1, 0]);
    await bo.visitor.call(work.unfollow, { id });
    await admin.call(work.comment, { id, text: 'Again' });
    assert.deepEqual([await messages(ana.id), await messages(bo.id)], [2, 1]);
    for (const text of ['', ' \n', 'x'.repeat(2001)])
      assert.equal((await admin.call(work.comment, { id, text })).status, 422);
    const people = (await bo.visitor.call(work.people, { search: ana.name.slice(0, -1) })).body;
    assert.deepEqual(people, [{ id: ana.id, name: ana.name }]);
  });

  test('a user may add 60 comments within 15 minutes, also at once, and gets 429 with a time to wait after that', async () => {
    const { admin, make, noticesOf } = await signIn();
    const { id } = await make();
    const team = await makeTeam(app);
    const [{ visitor }, other] = [await signedInAs(app, { role: 3, team }), await signedInAs(app, { role: 3, team })];
    const add = () => visitor.call(work.comment, { id, text: 'Called', mentions: [other.id] });
    for (let added = 0; added < 57; added += 1) assert.equal((await add()).status, 201);
    const answers = await Promise.all(Array.from({ length: 6 }, add));
    const refused = answers.filter(({ status }) => status === 429);
    assert.deepEqual([answers.filter(({ status }) => status === 201).length, refused.length], [3, 3]);
    assert.equal((await noticesOf(other.id)).length, 60);
    assert.deepEqual(refused[0]?.failure, {
      message: 'You have added 60 comments within 15 minutes. Keep the text, and add it in 15 minutes.',
      code: 'rate_limit.exceeded',
    });
    assert.match(refused[0]?.raw.headers['retry-after']?.toString() ?? '', /^\d+$/);
    assert.equal((await other.visitor.call(work.comment, { id, text: 'Mine' })).status, 201);
    assert.equal((await admin.call(work.comment, { id, text: 'Mine' })).status, 201);
    app.setNow(new Date(app.now().getTime() + 15 * 60 * 1000));
    assert.equal((await add()).status, 201);
  });

  test('a container has at most 200 followers, and one who stops makes room for another', async () => {
    const { make } = await signIn();
    const { id } = await make();
    const team = await makeTeam(app);
    const first = await signedInAs(app, { role: 3, team });
    assert.equal((await first.visitor.call(work.follow, { id })).status, 204);
    for (let others = 1; others < 200; others += 1) {
      const user = await makeUser(app, { role: 3, team });
      await app.ctx.db.insertInto('container_followers').values({ container_id: id, user_id: user.id }).execute();
    }
    const late = await signedInAs(app, { role: 3, team });
    const refused = await late.visitor.call(work.follow, { id });
    assert.deepEqual([refused.status, refused.failure.code], [422, 'container.too_many_followers']);
    assert.equal((await first.visitor.call(work.follow, { id })).status, 204);
    const { following, followers } = (await late.visitor.call(work.followers, { id })).body;
    assert.deepEqual([following, followers.length], [false, 200]);
    assert.equal((await first.visitor.call(work.unfollow, { id })).status, 204);
    assert.equal((await late.visitor.call(work.follow, { id })).status, 204);
  });

  test('a saved view with missing papers lists the containers that miss them', async () => {
    const { admin } = await signIn();
    const type = await makeFileType(app);
    await app.ctx.db
      .insertInto('checklist')
      .values({ file_type_id: type, stage: 'received', party_id: null })
      .execute();
    const [waiting, gone] = [await makeContainer(app), await makeContainer(app)];
    await app.ctx.db.updateTable('containers').set({ status_id: 3 }).where('id', '=', gone).execute();
    const query = containersView.write({ ...containersView.initial, preset: 'papers_missing' }).toString();
    const { id } = (await admin.call(work.saveView, { name: 'Without papers', query, columns: ['name', 'papers'] }))
      .body;
    const view = (await admin.call(work.views, {})).body.find((one) => one.id === id);
    const filter = filterOf(containersView.read(new URLSearchParams(view?.query)), '2026-01-01');
    const { containers } = (await admin.call(containersContract.page, { ...filter, limit: 200 })).body;
    const listed = containers.map((one) => one.id);
    assert.deepEqual([listed.includes(waiting), listed.includes(gone)], [true, false]);
    assert.deepEqual(view?.columns, ['name', 'papers']);
  });

  test('parties and people are found by id, whatever their position in the list', async () => {
    const { admin } = await signIn();
    const names = Array.from({ length: 103 }, (_, index) => `Zulu ${String(index).padStart(3, '0')}`);
    const ids: number[] = [];
    for (const name of names) ids.push((await admin.call(partiesContract.add, { name })).body.id);
    const asked = [ids[102], ids[0]].join(',');
    const found = (await admin.call(partiesContract.list, { ids: asked })).body;
    assert.deepEqual(
      found.map(({ name }) => name),
      ['Zulu 000', 'Zulu 102'],
    );
    const { id } = await signedInAs(app, { role: 2, team: await makeTeam(app) });
    assert.deepEqual(
      (await admin.call(work.people, { ids: String(id) })).body.map((one) => one.id),
      [id],
    );
    assert.deepEqual((await admin.call(work.people, { ids: '999999' })).body, []);
  });
});
