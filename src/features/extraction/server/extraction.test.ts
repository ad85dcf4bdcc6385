import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '#server/database/db.ts';
import { countWork } from '#server/database/work.queries.ts';
import { word6Of } from '#tests/compound-files.ts';
import { extractionOrder, extractStored } from '#tests/extraction.ts';
import { asAdmin, blobKeyOf, upload } from '#tests/make.ts';
import { docxOf, odfOf } from '#tests/office-files.ts';
import { openTestApp } from '#tests/test-app.ts';
import { extractorVersion } from '../extraction.rules.ts';
import { makeExtractionWorker } from './extraction-worker.ts';
import type { ExtractionWorker } from './extraction-worker.ts';
import { findExtraction } from './extraction.queries.ts';
import { extractPending } from './extraction.service.ts';
import { ExtractionWorkerEnded } from './worker-process.ts';

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A database whose connection fails right after a transaction has committed. */
const failingAfterCommit = (db: Db): Db =>
  new Proxy(db, {
    get(target, name) {
      if (name !== 'transaction') {
        const member = Reflect.get(target, name, target) as unknown;
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      }
      return () => ({
        execute: async (work: (tx: Db) => Promise<unknown>) => {
          await target.transaction().execute(work);
          throw Object.assign(new Error('terminating connection'), { code: '57P01' });
        },
      });
    },
  });

test('when the database connection fails after the commit, the thumbnail of the committed row stays in the store', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const { db, blobs } = app.ctx;
  await upload(await asAdmin(app), 1, { name: 'dot.png', bytes: dot });
  const worker = makeExtractionWorker();
  t.after(worker.stop);
  const lossy = { ...app.ctx, db: failingAfterCommit(db) };
  await assert.rejects(extractPending(lossy, worker, new AbortController().signal), /terminating connection/);
  const { derived_key } = await db.selectFrom('derived_files').select('derived_key').executeTakeFirstOrThrow();
  const thumbnail = await blobs.open(derived_key);
  assert.ok(thumbnail);
  await thumbnail.close();
});

test('the text of a document whose page crashes the worker is kept, after the second try', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const [file] = await upload(await asAdmin(app), 1, { name: 'large.docx', bytes: docxOf('<w:p/>') });
  const crashed = new ExtractionWorkerEnded('it crashed');
  crashed.searchable = { text: 'Demurrage', words: 'demurrage', numbers: [] };
  const read: ExtractionWorker['read'] = (bytes) => {
    bytes.destroy();
    return Promise.reject(crashed);
  };
  const worker: ExtractionWorker = { read, stop: () => {} };
  for (const minutes of [0, 5]) {
    const clock = () => new Date(app.ctx.clock().getTime() + minutes * 60_000);
    await extractPending({ ...app.ctx, clock }, worker, new AbortController().signal);
    const texts = await app.ctx.db.selectFrom('texts').select('text').execute();
    assert.deepEqual(
      texts.map((row) => row.text),
      minutes === 0 ? [] : ['Demurrage'],
    );
  }
  const extraction = await findExtraction(app.ctx.db, await blobKeyOf(app, file?.id ?? 0));
  assert.equal(extraction?.problem, 'it crashed');
  assert.equal(await countWork(app.ctx.db, 'extraction'), 0);
});

test('after an upgrade whose version extracts more, the stored contents are read again, and only then', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const { db } = app.ctx;
  const document = word6Of(Buffer.from('Bill of lading'), 0x04_09);
  const letter = odfOf('text', '<text:p>Dear broker</text:p>');
  await upload(
    await asAdmin(app),
    1,
    { name: 'note.txt', bytes: 'berth' },
    { name: 'bill.doc', bytes: document },
    { name: 'letter.odt', bytes: letter },
  );
  const readAgainFrom = async (version: string) => {
    await extractStored(app);
    await db.updateTable('extractions').set({ read_by: 1 }).execute();
    await db.updateTable('settings').set({ value: version }).where('name', '=', 'read_by').execute();
    return extractionOrder(app);
  };
  assert.deepEqual((await readAgainFrom(String(extractorVersion - 1))).toSorted(), [
    'Bill of lading',
    'Dear broker',
    'berth',
  ]);
  assert.deepEqual(await readAgainFrom(String(extractorVersion)), []);
});
