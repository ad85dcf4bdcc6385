import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { writesOfAccounts } from '#tests/at-once-accounts.ts';
import { writesOfContainers } from '#tests/at-once-containers.ts';
import { writesOfFiles, writesOfSample } from '#tests/at-once-files.ts';
import { callAtOnce } from '#tests/at-once.ts';
import type { World, Write } from '#tests/at-once.ts';
import { asAdmin, signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';

/** A race does not show in each round. */
const rounds = 3;

const tables: [title: string, writes: Write[], rounds: number][] = [
  ['containers', writesOfContainers, rounds],
  ['files', writesOfFiles, rounds],
  ['accounts', writesOfAccounts, rounds],
  ['the sample company', writesOfSample, 1],
];

for (const [title, writes, repeats] of tables)
  describe(`simultaneous writes of ${title}`, () => {
    const app = useTestApp();
    const world = { app } as World;
    before(async () => {
      const ben = (await signedInAs(app, { role: 1, team: 1 })).visitor;
      Object.assign(world, { db: app.ctx.db, ana: await asAdmin(app), ben });
    });

    for (const { title: write, prepare, answers, leaves } of writes)
      test(`the answers and the records are right if at the same moment ${write}`, async () => {
        for (let round = 0; round < repeats; round += 1) {
          const { calls, read } = await prepare(world);
          const given = await callAtOnce(app, calls);
          assert.ok(
            answers.some((right) => right.join() === given.join()),
            given.join(', '),
          );
          assert.deepEqual(await read(), leaves);
        }
      });
  });
