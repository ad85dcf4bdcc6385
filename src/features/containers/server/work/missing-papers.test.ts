import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { mailChoiceContract } from '#features/notifications/mail-choice.contract.ts';
import { containersOf } from '#tests/containers.ts';
import { openMailServer, readMail, sendMails } from '#tests/mail-server.ts';
import { asAdmin, makeFileType, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { openTestApp, randomName, useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { notifyOfPapers } from './missing-papers.service.ts';

const calls = containersContract;

/** Moves the clock to noon of a day, so that no test crosses midnight. */
const moveTo = (app: TestApp, date: string) => app.setNow(new Date(`${date}T12:00:00Z`));

/** Begins on a day with a checklist of two file types before the receipt and one before the departure. */
async function begin(app: TestApp, date: string) {
  moveTo(app, date);
  await app.ctx.db.deleteFrom('checklist').execute();
  const tag = randomName();
  const [bill, list] = [await makeFileType(app, `Bill ${tag}`), await makeFileType(app, `List ${tag}`)];
  const later = await makeFileType(app);
  for (const file_type_id of [bill, list, later]) {
    const stage = file_type_id === later ? 'departed' : 'received';
    await app.ctx.db.insertInto('checklist').values({ file_type_id, stage, party_id: null }).execute();
  }
  const admin = await asAdmin(app);
  const { details, noticesOf, put } = containersOf(app, () => admin);
  const enter = async (expected_date: string, more: object = {}) => {
    const { body, raw, status } = await admin.call(calls.create, { ...details(), expected_date, ...more });
    assert.equal(status, 201, raw.body);
    return body;
  };
  const change = async (id: number, fields: object) => {
    const again = await asAdmin(app);
    const { body } = await again.call(calls.find, { id });
    const { status, raw } = await again.call(calls.update, { ...body, version: undefined, ...fields });
    assert.equal(status, 200, raw.body);
  };
  const link = async (id: number, ...types: number[]) => {
    const again = await asAdmin(app);
    for (const type of types) {
      const files = await upload(again, type, { name: `${randomName()}.txt` });
      await again.call(containerFilesContract.link, { id, file_ids: files.map((file) => file.id) });
    }
  };
  const asFollower = async (...ids: number[]) => {
    const one = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    for (const id of ids) assert.equal((await one.visitor.call(containerWorkContract.follow, { id })).status, 204);
    return one;
  };
  const noticed = async (userId: number) =>
    (await noticesOf(userId))
      .filter(({ title }) => title === 'Documents missing')
      .map(({ message, link: to }) => [message, to]);
  const sentence = ({ name, container_no }: { name: string; container_no: string }, date: string, ...types: string[]) =>
    `${name} (${container_no}), PFI on ${date}: ${types.map((type) => `${type} ${tag}`).join(', ')} missing.`;
  return { admin, bill, list, enter, change, put, link, asFollower, noticed, sentence };
}

describe('the notification about missing documents', () => {
  const app = useTestApp();

  test('reaches a follower and the assignee once three days before the PFI date, and again after the date moved, from servers that run at the same time', async () => {
    const { enter, change, asFollower, noticed, sentence } = await begin(app, '2027-03-01');
    const assignee = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const container = await enter('2027-03-10', { assignee_id: assignee.id });
    const follower = await asFollower(container.id);
    const link = `/container-status?container=${container.id}`;
    const told: unknown[] = [];
    const at = async (date: string) => {
      moveTo(app, date);
      await Promise.all([1, 2, 3, 4].map(() => notifyOfPapers(app.ctx)));
      await notifyOfPapers(app.ctx);
      assert.deepEqual(await noticed(assignee.id), await noticed(follower.id));
      return (await noticed(follower.id)).slice(told.length);
    };
    assert.deepEqual(await at('2027-03-06'), []);
    const first = await at('2027-03-07');
    assert.deepEqual(first, [[sentence(container, 'Mar 10, 2027', 'Bill', 'List'), link]]);
    told.push(...first);
    for (const date of ['2027-03-08', '2027-03-10', '2027-03-11', '2027-03-16']) assert.deepEqual(await at(date), []);
    await change(container.id, { expected_date: '2027-03-22' });
    assert.deepEqual(await at('2027-03-18'), []);
    assert.deepEqual(await at('2027-03-19'), [[sentence(container, 'Mar 22, 2027', 'Bill', 'List'), link]]);
  });

  test('names only the documents that are still missing, and is not sent once all are linked', async () => {
    const { bill, list, enter, link, asFollower, noticed, sentence } = await begin(app, '2027-04-01');
    const [partial, complete] = [await enter('2027-04-10'), await enter('2027-04-10')];
    const follower = await asFollower(partial.id, complete.id);
    await link(partial.id, bill);
    await link(complete.id, bill, list);
    moveTo(app, '2027-04-08');
    await notifyOfPapers(app.ctx);
    assert.deepEqual(
      (await noticed(follower.id)).map(([message]) => message),
      [sentence(partial, 'Apr 10, 2027', 'List')],
    );
  });

  test('is sent until the sixth day after the PFI date, and not of a container that was received, has departed or is in the trash', async () => {
    const { admin, enter, put, asFollower, noticed, sentence } = await begin(app, '2027-05-10');
    const passed = await enter('2027-05-04');
    const long = await enter('2027-05-03');
    const [received, departed, trashed] = [
      await enter('2027-05-11'),
      await enter('2027-05-11'),
      await enter('2027-05-11'),
    ];
    const follower = await asFollower(...[passed, long, received, departed, trashed].map(({ id }) => id));
    for (const { id } of [received, departed]) assert.equal((await put(id, 'Received')).status, 200);
    assert.equal((await put(departed.id, 'Departed')).status, 200);
    assert.equal((await admin.call(calls.remove, { id: trashed.id })).status, 204);
    await notifyOfPapers(app.ctx);
    assert.deepEqual(
      (await noticed(follower.id)).map(([message]) => message),
      [sentence(passed, 'May 4, 2027', 'Bill', 'List')],
    );
  });

  test('does not reach a follower who no longer sees the container, and is one for several containers', async () => {
    const { enter, change, asFollower, noticed, sentence } = await begin(app, '2027-06-01');
    const some = await Promise.all([1, 2, 3, 4].map((day) => enter(`2027-06-0${day}`)));
    const hidden = await enter('2027-06-02');
    const follower = await asFollower(...some.map(({ id }) => id), hidden.id);
    await change(hidden.id, { team_id: await makeTeam(app) });
    await notifyOfPapers(app.ctx);
    const sentences = some
      .slice(0, 3)
      .map((container, index) => sentence(container, `Jun ${index + 1}, 2027`, 'Bill', 'List'));
    assert.deepEqual(await noticed(follower.id), [
      [`${sentences.join(' ')} And 1 other container.`, '/container-status?preset=papers_missing'],
    ]);
  });

  test('is mailed once to a user who chose mails, without a container that the user no longer sees', async (t) => {
    const server = await openMailServer();
    t.after(server.close);
    const own = await openTestApp({
      SMTP_URL: server.url,
      MAIL_FROM: 'Stowage <files@example.com>',
      PUBLIC_URL: 'http://files.example.com',
    });
    t.after(own.close);
    const { enter, change, noticed, sentence } = await begin(own, '2027-07-01');
    const team = await makeTeam(own);
    const follower = await signedInAs(own, { role: 3, team });
    const [seen, hidden] = [await enter('2027-07-02'), await enter('2027-07-02', { team_id: team })];
    for (const { id } of [seen, hidden])
      assert.equal((await follower.visitor.call(containerWorkContract.follow, { id })).status, 204);
    const choices = [{ event: 'papers_missing' as const, choice: 'now' as const }];
    assert.equal((await follower.visitor.call(mailChoiceContract.save, { choices })).status, 200);
    await notifyOfPapers(own.ctx);
    assert.equal((await noticed(follower.id)).length, 2);
    await change(hidden.id, { team_id: await makeTeam(own) });
    own.setNow(new Date(own.now().getTime() + 3_600_000));
    await Promise.all([sendMails(own), sendMails(own)]);
    const mail = await readMail(await server.next());
    assert.equal(server.received(), 1);
    assert.equal(mail.to?.[0]?.address, follower.email);
    const text = mail.text.replaceAll(/\s+/g, ' ');
    assert.ok(text.includes(sentence(seen, 'Jul 2, 2027', 'Bill', 'List')), text);
    assert.ok(text.includes(`http://files.example.com/container-status?container=${seen.id}`), text);
    assert.ok(!text.includes(hidden.name), text);
  });
});
