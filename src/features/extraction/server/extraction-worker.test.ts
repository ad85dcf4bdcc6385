import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { docxOf } from '#tests/office-files.ts';
import { randomName } from '#tests/test-app.ts';
import { makeExtractionWorker } from './extraction-worker.ts';
import { documentProcessArguments } from './sandbox.ts';
import { ExtractionWorkerEnded, makeWorkerProcess } from './worker-process.ts';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test(
  'a document that takes more processor time than it may is given up, and the next one is read',
  { skip: process.platform !== 'linux' && 'the processor time of another process is known on Linux only' },
  async (t) => {
    const worker = makeExtractionWorker();
    t.after(worker.stop);
    const read = (bytes: Buffer, mediaType: string, maxProcessorMs: number) =>
      worker.read(Readable.from([bytes]), bytes.length, { mediaType }, maxProcessorMs);
    const runs = docxOf(`<w:p>${'<w:r><w:t>a </w:t></w:r>'.repeat(60_000)}</w:p>`);
    await assert.rejects(read(runs, docx, 500), (error) => {
      assert.ok(error instanceof ExtractionWorkerEnded);
      assert.match(error.message, /too long/);
      return true;
    });
    const note = await read(Buffer.from('Quay 7'), 'text/plain; charset=utf-8', 10_000);
    assert.deepEqual(note, { text: 'Quay 7', words: 'quay q… qu… qua… 7 7…', numbers: [], problems: [] });
  },
);

test(
  'a content is read by a process that waits longer than the processor time that it may take',
  { skip: process.platform !== 'linux' && 'the processor time of another process is known on Linux only' },
  async (t) => {
    const program = join(import.meta.dirname, '../worker/document.process.ts');
    const worker = makeWorkerProcess(program, documentProcessArguments);
    t.after(worker.stop);
    const request = { size: 6, mediaType: 'text/plain; charset=utf-8' };
    const read = (bytes: Readable, maxProcessorMs: number) =>
      worker.request(bytes, request, { maxProcessorMs, onMessage: (message) => 'extraction' in Object(message) });
    // Loads what the reading needs.
    await read(Readable.from(['Quay 7']), 30_000);
    async function* late() {
      await sleep(1500);
      yield 'Quay 8';
    }
    const answer = await read(Readable.from(late()), 800);
    assert.match(JSON.stringify(answer), /Quay 8/);
  },
);

test(
  'a process that is stopped during its start leaves no process behind',
  { skip: process.platform !== 'linux' && 'the processes of the system are known on Linux only' },
  async (t) => {
    const title = `stowage-${randomName()}`;
    const program = join(import.meta.dirname, '../worker/document.process.ts');
    const worker = makeWorkerProcess(program, [...documentProcessArguments, `--title=${title}`]);
    const options = { maxProcessorMs: 10_000, onMessage: () => true };
    // From before bubblewrap has started the program until after.
    for (let waitMs = 0; waitMs < 60; waitMs += 3) {
      const reading = worker.request(Readable.from(['x']), { size: 1 }, options).catch(() => {});
      await sleep(waitMs);
      worker.stop();
      await reading;
    }
    const left = () => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandOf(pid).includes(title));
    await t.waitFor(() => assert.deepEqual(left().map(commandOf), []), { timeout: 10_000 });
  },
);

/** The command of a process, or nothing if it has ended. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
