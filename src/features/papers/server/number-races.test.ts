import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#server/database/db.ts';
import { enterContainer } from '#tests/containers.ts';
import { extractStored } from '#tests/extraction.ts';
import { asAdmin, blobKeyOf, replaceContent } from '#tests/make.ts';
import { linkedIds, newOrder, plain, renumber, uploadOne } from '#tests/numbered-papers.ts';
import { useTestApp } from '#tests/test-app.ts';
import { indexContainers, indexContent } from './number-index.queries.ts';

describe('links by number while both sides change', () => {
  const app = useTestApp();

  for (const first of ['text', 'number'] as const)
    test(`a text that is read while a container gets its number is linked, the ${first} first`, async () => {
      const admin = await asAdmin(app);
      const { db } = app.ctx;
      const order = newOrder();
      const file = await uploadOne(admin, 'paper.txt', `about ${order}`);
      const blobKey = await blobKeyOf(app, file.id);
      const { id } = await enterContainer(admin, {});
      const at = app.now().toISOString();
      const writes = {
        text: (tx: Db) => indexContent(tx, blobKey, [plain(order)], at),
        number: async (tx: Db) => {
          await tx.updateTable('containers').set({ container_no: order }).where('id', '=', id).execute();
          await indexContainers(tx, [id], at);
        },
      };
      const [isWritten, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const one = db.transaction().execute(async (tx) => {
        await writes[first](tx);
        isWritten.resolve();
        await mayCommit.promise;
      });
      await isWritten.promise;
      const other = db.transaction().execute(writes[first === 'text' ? 'number' : 'text']);
      // On PostgreSQL, the other transaction waits for the lock of the number now.
      await Promise.race([other, sleep(200)]);
      mayCommit.resolve();
      await Promise.all([one, other]);
      assert.deepEqual(await linkedIds(admin, id), [file.id]);
    });

  // The steps begin in this order and overlap.
  const orders = [
    ['extract', 'renumber', 'replace'],
    ['extract', 'replace', 'renumber'],
    ['renumber', 'extract', 'replace'],
    ['renumber', 'replace', 'extract'],
    ['replace', 'extract', 'renumber'],
    ['replace', 'renumber', 'extract'],
  ] as const;
  for (const order of orders)
    test(`a text that is being read, a new number and a new content at once: ${order.join(', ')}`, async () => {
      const admin = await asAdmin(app);
      const [old, present, left] = [newOrder(), newOrder(), newOrder()];
      const of = { old: await enterContainer(admin, { number: old }), late: await enterContainer(admin, {}) };
      const leaving = await enterContainer(admin, { number: left });
      const [kept, swapped] = [
        await uploadOne(admin, 'kept.txt', `about ${present} and ${left}`),
        await uploadOne(admin, 'swapped.txt', `about ${old}`),
      ];
      const steps = {
        extract: () => extractStored(app),
        renumber: () => Promise.all([renumber(admin, of.late.id, present), renumber(admin, leaving.id, newOrder())]),
        replace: () => replaceContent(admin, swapped.id, `now about ${present}`),
      };
      await Promise.all(order.map((step) => steps[step]()));
      // The new content may have been stored after the list of the contents to read was made.
      await extractStored(app);
      const linked = await Promise.all([of.old, of.late, leaving].map(({ id }) => linkedIds(admin, id)));
      assert.deepEqual(linked, [[], [swapped.id, kept.id], []]);
    });
});
