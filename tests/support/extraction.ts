import { after } from 'node:test';
import { makeExtractionWorker } from '#features/extraction/server/extraction-worker.ts';
import type { ExtractionWorker } from '#features/extraction/server/extraction-worker.ts';
import { extractPending } from '#features/extraction/server/extraction.service.ts';
import { makeScanReader } from '#features/extraction/server/scan-reader.ts';
import type { ScanReader } from '#features/extraction/server/scan-reader.ts';
import { readPendingScans } from '#features/extraction/server/scans.service.ts';
import type { TestApp } from './test-app.ts';

/**
 * A worker without work, kept for the next call as the scheduled job keeps its own. A start takes as much time as the
 * extraction of a hundred small files.
 */
let idleWorker: ExtractionWorker | undefined;
after(() => idleWorker?.stop());

async function withWorker(work: (worker: ExtractionWorker) => Promise<void>): Promise<void> {
  const worker = idleWorker ?? makeExtractionWorker();
  idleWorker = undefined;
  try {
    await work(worker);
  } finally {
    if (idleWorker) worker.stop();
    else idleWorker = worker;
  }
}

/**
 * Extracts the content of every waiting file, as a scheduled job does. `endsItsWorker` kills the worker process during the first
 * one.
 */
export async function extractStored({ ctx }: TestApp, { endsItsWorker = false } = {}): Promise<void> {
  const { signal } = new AbortController();
  if (!endsItsWorker) return withWorker((worker) => extractPending(ctx, worker, signal));
  const worker = makeExtractionWorker();
  const killedWorker: ExtractionWorker = {
    ...worker,
    read: (...content) => {
      const result = worker.read(...content);
      worker.stop();
      return result;
    },
  };
  try {
    await extractPending(ctx, killedWorker, signal);
  } finally {
    worker.stop();
  }
}

/** Recognizes the text of every waiting scan, as a scheduled job does. */
export async function readStoredScans({ ctx }: TestApp, languages = ctx.config.scanLanguages): Promise<void> {
  const reader = makeScanReader();
  try {
    await readPendingScans(
      { ...ctx, config: { ...ctx.config, scanLanguages: languages } },
      reader,
      new AbortController().signal,
    );
  } finally {
    reader.stop();
  }
}

/** Recognizes the text of every waiting scan. Returns their sizes in the order in which they were read. */
export async function scanOrder({ ctx }: TestApp): Promise<number[]> {
  const sizes: number[] = [];
  const reader = makeScanReader();
  const recordingReader: ScanReader = {
    ...reader,
    read: (bytes, size, kind) => {
      sizes.push(size);
      return reader.read(bytes, size, kind);
    },
  };
  try {
    await readPendingScans(ctx, recordingReader, new AbortController().signal);
  } finally {
    reader.stop();
  }
  return sizes;
}

/** Extracts the content of every waiting file. Returns their texts in the order in which they were read. */
export async function extractionOrder({ ctx }: TestApp): Promise<string[]> {
  const texts: string[] = [];
  await withWorker(async (worker) => {
    const recordingWorker: ExtractionWorker = {
      ...worker,
      read: async (...content) => {
        const extraction = await worker.read(...content);
        texts.push(extraction.text ?? '');
        return extraction;
      },
    };
    await extractPending(ctx, recordingWorker, new AbortController().signal);
  });
  return texts;
}
