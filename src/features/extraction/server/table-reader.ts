import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { makeFairQueue } from '#server/fair-queue.ts';
import type { TableReader, TableReading, TableRequest } from '#server/table-reader.ts';
import { charsets } from '../charset.rules.ts';
import { firstTryProcessorMs } from '../extraction.rules.ts';
import {
  chunkLetters,
  chunkRows,
  maxTableColumns,
  maxTableRows,
  maxTableSheets,
  tableProblems,
} from '../table.rules.ts';
import { reasonOf } from '../unreadable.rules.ts';
import { documentProcessArguments } from './sandbox.ts';
import { ExtractionWorkerEnded, makeWorkerProcess } from './worker-process.ts';

// The answers are checked, because a hostile file may have taken over the process.
const index = z.number().int().min(0);
const row = index.max(maxTableRows);
const part = z.object({
  chunk: z.object({ sheet: index.max(maxTableSheets - 1), start: row, rows: z.string() }),
});
const end = z.object({
  sheets: z
    .array(
      z.object({
        name: z.string().max(100),
        rows: row,
        isCut: z.boolean(),
        hiddenRows: z.array(z.tuple([row, row])).max(maxTableRows),
        hiddenColumns: z.array(index.max(maxTableColumns)).max(maxTableColumns),
        totalRows: z.array(row).max(maxTableRows),
        widths: z.array(z.tuple([index, row])).max(maxTableRows),
      }),
    )
    .max(maxTableSheets),
  left: index,
  charset: z.enum(charsets).nullable(),
});
const message = z.union([part, end, z.object({ done: z.literal(true) }), z.object({ failure: z.string() })]);

/** The most text of one table, in characters. */
const maxText = 32 * 1024 * 1024;
const maxChunks = (maxTableSheets * maxTableRows) / chunkRows + (2 * maxText) / chunkLetters;

/** A process of its own, so that an import does not wait for the extraction of uploaded files. */
export function makeTableReader(): TableReader {
  const worker = makeWorkerProcess(join(import.meta.dirname, '../worker/table.process.ts'), documentProcessArguments);
  const queue = makeFairQueue<number>();

  const read = async (bytes: Readable, request: TableRequest): Promise<TableReading> => {
    const found: Extract<TableReading, { chunks: unknown }> = { sheets: [], left: 0, chunks: [], charset: null };
    let text = 0;
    const onMessage = (sent: unknown) => {
      const { success, data } = message.safeParse(sent);
      if (!success) throw new ExtractionWorkerEnded('its answer is malformed');
      if ('done' in data || 'failure' in data) return true;
      if ('sheets' in data) Object.assign(found, data);
      else {
        text += data.chunk.rows.length;
        found.chunks.push(data.chunk);
        if (found.chunks.length > maxChunks || text > maxText)
          throw new ExtractionWorkerEnded('the result is too large');
      }
      return false;
    };
    try {
      const answer = await worker.request(bytes, request, { maxProcessorMs: firstTryProcessorMs, onMessage });
      const { data } = message.safeParse(answer);
      if (data && 'failure' in data)
        return { problem: tableProblems.find((problem) => problem === data.failure) ?? 'damaged' };
      return found;
    } catch (error) {
      if (error instanceof ExtractionWorkerEnded)
        return { problem: reasonOf(error.message) === 'too_large' ? 'too_large' : 'damaged' };
      throw error;
    }
  };

  return {
    read: (bytes, request, turnOf) => queue.run(turnOf, () => read(bytes, request)),
    stop: worker.stop,
  };
}
