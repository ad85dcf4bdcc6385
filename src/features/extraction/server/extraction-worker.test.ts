import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { docxOf } from '#tests/office-files.ts';
import { makeExtractionWorker } from './extraction-worker.ts';
import { ExtractionWorkerEnded } from './worker-process.ts';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test(
  'a document that takes more processor time than it may is given up, and the next one is read',
  { skip: process.platform !== 'linux' && 'the processor time of another process is known on Linux only' },
  async (t) => {
    const worker = makeExtractionWorker();
    t.after(worker.stop);
    const read = (bytes: Buffer, mediaType: string, maxProcessorMs: number) =>
      worker.read(Readable.from([bytes]), bytes.length, { mediaType }, maxProcessorMs);
    const runs = docxOf(`<w:p>${'<w:r><w:t>a </w:t></w:r>'.repeat(150_000)}</w:p>`);
    await assert.rejects(read(runs, docx, 500), (error) => {
      assert.ok(error instanceof ExtractionWorkerEnded);
      assert.match(error.message, /too long/);
      return true;
    });
    const note = await read(Buffer.from('Quay 7'), 'text/plain; charset=utf-8', 10_000);
    assert.deepEqual(note, { text: 'Quay 7', words: 'quay q… qu… qua… 7 7…', problems: [] });
  },
);
