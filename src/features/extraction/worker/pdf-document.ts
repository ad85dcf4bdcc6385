import { fileURLToPath } from 'node:url';
import type { PDFDocumentLoadingTask } from 'pdfjs-dist';

// pdf.js creates a DOMMatrix while it loads. It uses the classes only for drawing, and would load native code for them.
for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) {
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value: function unused() {} });
}

const folder = (name: string) => fileURLToPath(import.meta.resolve(`pdfjs-dist/${name}/`));

/** Opens a PDF, which `await using` closes. */
export async function openPdf(bytes: Buffer): Promise<PDFDocumentLoadingTask & AsyncDisposable> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({
    data: new Uint8Array(bytes),
    // The character maps of Chinese, Japanese and Korean fonts.
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    // Decoders of images, for scans.
    wasmUrl: folder('wasm'),
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  });
  return Object.assign(task, { [Symbol.asyncDispose]: () => task.destroy() });
}
