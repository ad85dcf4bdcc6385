import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeWorkerThread, ThreadTookTooLong } from './worker-thread.ts';

/** A thread that runs this function body with `job` for each job. */
function threadOf<Job, Result>(body: string, timeoutMs = 60_000) {
  const toolkit = JSON.stringify(new URL('./worker-thread.ts', import.meta.url).href);
  const source = `import { answerJobs } from ${toolkit}; answerJobs((job) => { ${body} });`;
  return makeWorkerThread<Job, Result>(new URL(`data:text/javascript,${encodeURIComponent(source)}`), { timeoutMs });
}

test('a job is answered, and the error of a job is that of its call only', async (t) => {
  const thread = threadOf<number, number>('if (job === 0) throw new Error("zero"); return 12 / job;');
  t.after(thread.stop);
  const answers = await Promise.allSettled([thread.run(3), thread.run(0), thread.run(4)]);
  assert.deepEqual(
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason))),
    [4, 'Error: zero', 3],
  );
});

test('a job that never ends is given up, and the next one is answered', async (t) => {
  const thread = threadOf<boolean, string>('while (job); return "done";', 500);
  t.after(thread.stop);
  const endless = thread.run(true);
  const next = thread.run(false);
  await assert.rejects(endless, ThreadTookTooLong);
  assert.equal(await next, 'done');
});

test('an aborted job is given up with the reason, and the next one is answered', async (t) => {
  const thread = threadOf<boolean, string>('while (job); return "done";');
  t.after(thread.stop);
  const aborting = new AbortController();
  const endless = thread.run(true, { signal: aborting.signal });
  const waiting = thread.run(true, { signal: aborting.signal });
  const next = thread.run(false);
  aborting.abort(new Error('the server stops'));
  await assert.rejects(endless, { message: 'the server stops' });
  await assert.rejects(waiting, { message: 'the server stops' });
  assert.equal(await next, 'done');
});

test('callers take turns', async (t) => {
  const thread = threadOf<string, string>('return job;');
  t.after(thread.stop);
  const order: string[] = [];
  const run = async (job: string, caller: number) => void order.push(await thread.run(job, { turnOf: caller }));
  await Promise.all([run('a1', 1), run('a2', 1), run('a3', 1), run('a4', 1), run('b1', 2), run('b2', 2)]);
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
});
