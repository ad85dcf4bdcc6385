import {
  getDocument,
  GlobalWorkerOptions,
  PasswordException,
  ResponseException,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentLoadingTask } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- Vite exports the URL of the file as the default.
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** vite.config.ts copies these files beside the page's own assets. */
const parts = `${import.meta.env.BASE_URL}assets/pdfjs-${version}/`;

const rangeBytes = 256 * 1024;
/** Pictures with more pixels inside a document are left out. */
const maxPicturePixels = 40_000_000;

/** Opens a PDF of the same origin and fetches only the parts that are shown. */
export function openPdf(url: string): PDFDocumentLoadingTask {
  return getDocument({
    url,
    rangeChunkSize: rangeBytes,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: `${parts}cmaps/`,
    standardFontDataUrl: `${parts}standard_fonts/`,
    // WebAssembly would need an exception in the content security policy. The same decoders exist as scripts.
    useWasm: false,
    wasmUrl: `${parts}wasm/`,
    maxImageSize: maxPicturePixels,
    enableXfa: false,
    // The library logs damage to the console, where users do not see it.
    verbosity: 0,
  });
}

export const isProtected = (error: unknown): boolean => error instanceof PasswordException;

/** Returns whether the document is damaged, and not the connection lost. */
export const isBroken = (error: unknown): boolean =>
  !(error instanceof ResponseException) && !(error instanceof Error && /fetch|network/i.test(error.message));
