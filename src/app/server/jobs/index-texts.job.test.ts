import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { recordIndexed } from '#features/extraction/server/texts.queries.ts';
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
