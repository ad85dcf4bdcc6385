import { join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { isHeic } from '../extraction.rules.ts';
import type { Searchable, WorkerRequest } from '../extraction.rules.ts';
import { lastScanProcessorMs, maxScanPages, scanTimeoutMs } from '../scan.rules.ts';
import { searchable } from './extraction-worker.ts';
import { pictureProcessArguments, wasmProcessArguments } from './sandbox.ts';
import { ExtractionWorkerEnded, makeWorkerProcess } from './worker-process.ts';

export type ScanReader = {
  /** Recognizes the text of a picture or a PDF. One call at a time. Throws ExtractionWorkerEnded when it fails. */
  read: (bytes: Readable, size: number, kind: ScanKind) => Promise<RecognizedText>;
  /** Kills the processes, even while they read. */
  stop: () => void;
};
/** `isMixed`: some pages have a text of their own, which `text` contains too. Without a recognized page `text` is empty. */
export type RecognizedText = Searchable & { isMixed: boolean };
type ScanKind = { mediaType: string; languages: readonly string[] };

// The answers are checked, because a hostile file may have taken over the process.
const picturesResponse = z.object({ pictures: z.array(z.instanceof(Uint8Array)).max(maxScanPages) });
const scanResponse = z.object({ scan: searchable.extend({ isMixed: z.boolean() }) });

/** The process decodes PDF files and HEIC pictures itself. */
const isDecodedByScan = (mediaType: string) => mediaType === 'application/pdf' || isHeic(mediaType);

const program = (name: string) => join(import.meta.dirname, '../worker', name);
const options = { maxProcessorMs: lastScanProcessorMs, timeoutMs: scanTimeoutMs, onMessage: () => true };

/** Processes of their own, so that uploaded documents do not wait for a scan. */
export function makeScanReader(): ScanReader {
  const pictures = makeWorkerProcess(program('picture.process.ts'), pictureProcessArguments);
  const scans = makeWorkerProcess(program('scan.process.ts'), wasmProcessArguments);
  const stop = () => {
    pictures.stop();
    scans.stop();
  };

  /** Decodes a picture in the process that may load native code. Returns each page in gray. */
  const decode = async (bytes: Readable, size: number): Promise<Uint8Array[]> => {
    const request: WorkerRequest = { size, use: 'scan' };
    const response = picturesResponse.safeParse(await pictures.request(bytes, request, options));
    if (!response.success) throw new ExtractionWorkerEnded('the picture could not be decoded');
    return response.data.pictures;
  };

  return {
    async read(bytes, size, kind) {
      try {
        const parts = isDecodedByScan(kind.mediaType) ? undefined : await decode(bytes, size);
        const request = parts
          ? {
              ...kind,
              size: parts.reduce((sum, { length }) => sum + length, 0),
              parts: parts.map(({ length }) => length),
            }
          : { ...kind, size };
        const response = await scans.request(parts ? Readable.from(parts) : bytes, request, options);
        const { success, data } = scanResponse.safeParse(response);
        if (!success) throw new ExtractionWorkerEnded('the text could not be recognized');
        return data.scan;
      } catch (error) {
        stop();
        throw error;
      }
    },
    stop,
  };
}
