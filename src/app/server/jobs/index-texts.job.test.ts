import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { addKnownWords, recordPruned } from '#features/extraction/server/known-words.queries.ts';
import { deleteTexts, recordIndexed } from '#features/extraction/server/texts.queries.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { asAdmin } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import { addTexts } from '#tests/texts.ts';
import { indexTexts } from './index-texts.job.ts';

describe('the texts that an older version has indexed', () => {
  test('are found by parts of their words after a run that was interrupted and one that was not', async (t) => {
    const app = await openTestApp();
    t.after(app.close);
    const { db } = app.ctx;
    await addTexts(app, [{ text: 'Containerverladung' }, { text: 'Schiffsverladung' }]);
    await sql`delete from word_parts`.execute(db);
    const admin = await asAdmin(app);
    const found = async () => (await admin.call(filesContract.textSearch, { search: 'verladung' })).body.files.length;
    assert.equal(await found(), 0);
    const ids = (await db.selectFrom('texts').select('id').orderBy('id').execute()).map(({ id }) => id);
    await recordIndexed(db, 1, Number(ids[0]));
    await indexTexts.run(app.ctx, new AbortController().signal);
    assert.equal(await found(), 1);
    await recordIndexed(db, 0, 'all');
    await indexTexts.run(app.ctx, new AbortController().signal);
    assert.equal(await found(), 2);
  });

  test('are indexed once', async (t) => {
    const app = await openTestApp();
    t.after(app.close);
    await addTexts(app, [{ text: 'Containerverladung' }]);
    await indexTexts.run(app.ctx, new AbortController().signal);
    await sql`delete from word_parts`.execute(app.ctx.db);
    await indexTexts.run(app.ctx, new AbortController().signal);
    assert.deepEqual(await app.ctx.db.selectFrom('word_parts').selectAll().execute(), []);
  });
});

describe('the known words', () => {
  test('of deleted texts are forgotten, and those of other texts and their parts stay', async (t) => {
    const app = await openTestApp();
    t.after(app.close);
    const { db } = app.ctx;
    await addTexts(app, [{ text: 'Containerverladung morgen' }, { text: 'Schiffsverladung morgen' }]);
    const words = async () =>
      (await db.selectFrom('word_parts').select('word').distinct().orderBy('word').execute()).map(({ word }) => word);
    const [deleted] = await db
      .selectFrom('texts')
      .select('blob_key')
      .where('text', '=', 'Containerverladung morgen')
      .execute();
    await db.transaction().execute((tx) => deleteTexts(tx, [String(deleted?.blob_key)]));
    assert.deepEqual(await words(), ['containerverladung', 'morgen', 'schiffsverladung']);
    const parts = async (word: string) =>
      (await db.selectFrom('word_parts').where('word', '=', word).select('part').execute()).length;
    const before = await parts('schiffsverladung');
    await indexTexts.run(app.ctx, new AbortController().signal);
    assert.deepEqual(await words(), ['morgen', 'schiffsverladung']);
    assert.equal(await parts('schiffsverladung'), before);
  });

  test('are compared in runs that go on where the last one ended, and begin again after the last word', async (t) => {
    const app = await openTestApp();
    t.after(app.close);
    const { db } = app.ctx;
    const letters = Array.from('abcdefghijklmnopqrst');
    const unused = letters.flatMap((one) => letters.map((other) => `word${one}${other}`));
    await addKnownWords(db, unused.join(' '));
    const left = async () => (await db.selectFrom('word_parts').select('word').execute()).length;
    const ended = new AbortController();
    await recordPruned(db, 'wordj');
    await indexTexts.run(app.ctx, ended.signal);
    const half = await left();
    assert.ok(half > 0 && half < 2 * unused.length, String(half));
    await indexTexts.run(app.ctx, ended.signal);
    assert.equal(await left(), 0);
  });
});
