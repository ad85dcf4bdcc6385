import {
  getDocument,
  GlobalWorkerOptions,
  PasswordException,
  ResponseException,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentLoadingTask } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- Vite makes the address of the file its default export.
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Beside the page's own assets; vite.config.ts puts them there. */
const parts = `${import.meta.env.BASE_URL}assets/pdfjs-${version}/`;

const rangeBytes = 256 * 1024;
/** A picture of more pixels inside a document is left out. */
const mostPicturePixels = 40_000_000;

/** Opens a PDF of our own origin and fetches of it what is looked at. */
export function openPdf(url: string): PDFDocumentLoadingTask {
  return getDocument({
    url,
    rangeChunkSize: rangeBytes,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: `${parts}cmaps/`,
    standardFontDataUrl: `${parts}standard_fonts/`,
    // WebAssembly would need a hole in the page's content policy; the same decoders are there as scripts.
    useWasm: false,
    wasmUrl: `${parts}wasm/`,
    maxImageSize: mostPicturePixels,
    enableXfa: false,
    // It reports damage in words nobody reads.
    verbosity: 0,
  });
}

export const isProtected = (error: unknown): boolean => error instanceof PasswordException;

/** Whether it is the document's fault and not the line's. */
export const isBroken = (error: unknown): boolean =>
  !(error instanceof ResponseException) && !(error instanceof Error && /fetch|network/i.test(error.message));
