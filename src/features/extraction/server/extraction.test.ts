import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '#server/database/db.ts';
import { asAdmin, upload } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { makeExtractionWorker } from './extraction-worker.ts';
import { extractPending } from './extraction.service.ts';

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

test('when the database connection fails after the commit', async (t) => {
  const app = useTestApp();

  await t.test('the thumbnail that the committed row refers to stays in the store', async () => {
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
});
