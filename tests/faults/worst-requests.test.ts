import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { previewsContract } from '#features/files/preview/preview.contract.ts';
import { upload } from '#tests/make.ts';
import { credentialsOf, send, useServer } from '#tests/server-process.ts';
import { sendWorstToEveryEndpoint } from '#tests/worst-endpoints.ts';
import { worstDocuments, worstRequests } from '#tests/worst-requests.ts';

// `npm run bench -- 15` measures how long other requests wait for these. Here, each has to end, with the right status.

/** The size of each document. `npm run faults` uses the largest that is read. */
const letters = Number(process.env['WORST_DOCUMENT_LETTERS'] ?? 60_000);

/** The number of containers. `npm run faults` imports as many as one file may have. */
const rows = Number(process.env['WORST_ENDPOINT_ROWS'] ?? 250);

describe('the worst requests of a signed-in user', { timeout: 15 * 60_000 }, () => {
  const server = useServer({ LOG_LEVEL: 'error' });

  test('to each endpoint are answered or refused without an internal error', async () => {
    const admin = await server.asAdmin();
    await sendWorstToEveryEndpoint(async ({ title, status, ...request }) => {
      const answer = await send(server.origin, {
        ...request,
        headers: { ...credentialsOf(admin), ...request.headers },
      });
      const isExpected = status === undefined ? answer.statusCode < 500 : answer.statusCode === status;
      assert.ok(isExpected, `${title}: ${answer.statusCode} ${answer.body.slice(0, 300)}`);
      return answer.body;
    }, rows);
  });

  test('are all answered, and so are others meanwhile', async () => {
    const admin = await server.asAdmin();
    const documents = worstDocuments(letters);
    const files: File[] = await upload(admin, 1, ...documents);
    for (const { title, status, ...request } of worstRequests) {
      const headers = { ...credentialsOf(admin), ...request.headers };
      const [answer, health] = await Promise.all([
        send(server.origin, { ...request, headers }),
        fetch(`${server.origin}/healthz`),
      ]);
      assert.equal(answer.statusCode, status, `${title}: ${answer.body.slice(0, 300)}`);
      assert.equal(health.status, 200, title);
    }
    for (const file of files) {
      for (;;) {
        const { state } = (await admin.call(previewsContract.state, { id: file.id })).body;
        if (state !== 'waiting') break;
        await sleep(200);
      }
    }
    const found = await admin.call(filesContract.textSearch, { search: '中中' });
    assert.deepEqual(
      found.body.files.map(({ filename }) => filename),
      ['one letter.txt'],
    );
    // With every text in the index, the searches have something to cut snippets from.
    for (const { title, status, ...request } of worstRequests.filter(({ path }) => path.includes('text-search'))) {
      const answer = await send(server.origin, {
        ...request,
        headers: { ...credentialsOf(admin), ...request.headers },
      });
      assert.equal(answer.statusCode, status, title);
    }
  });
});
