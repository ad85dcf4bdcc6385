import { readFileSync } from 'node:fs';
import { cp, readFile, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

const api = process.env['STOWAGE_API'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), pdfParts(), precompressed()],
  resolve: {
    // Contracts declare zod schemas, and the browser never validates with them. See the file.
    alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'src/web/inert-zod.ts') }],
  },
  build: {
    outDir: 'dist/web',
    target: 'baseline-widely-available',
    // A small picture inside a style sheet would need data: in more places of the content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(['/api', '/sanctum', '/storage', '/healthz'].map((path) => [path, api])),
  },
});

/** Puts beside the assets what pdf.js fetches for some documents: tables of characters, fonts, decoders of pictures. */
function pdfParts(): Plugin {
  const from = join(import.meta.dirname, 'node_modules/pdfjs-dist');
  let to = '';
  return {
    name: 'pdf-parts',
    apply: 'build',
    configResolved: ({ root, build }) => {
      // What is in `assets` is kept by browsers for good, so another version needs another name.
      const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as { version: string };
      to = resolve(root, build.outDir, `assets/pdfjs-${version}`);
    },
    writeBundle: async () => {
      for (const part of ['cmaps', 'standard_fonts']) await cp(join(from, part), join(to, part), { recursive: true });
      for (const decoder of ['jbig2', 'openjpeg'])
        await cp(join(from, `wasm/${decoder}_nowasm_fallback.js`), join(to, `wasm/${decoder}_nowasm_fallback.js`));
    },
  };
}

/** Writes .br and .gz beside every text asset, so that the server never compresses the same bytes twice. */
function precompressed(): Plugin {
  let folder = '';
  return {
    name: 'precompressed',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      const names = await readdir(folder, { recursive: true });
      // index.html is left out: the server writes the brand's name into it.
      await Promise.all(
        names.filter((name) => /\.(m?js|css|svg)$/.test(name)).map((name) => compress(join(folder, name))),
      );
    },
  };
}

/** Below this size the saving is eaten by the headers. */
const smallestWorthBytes = 512;

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < smallestWorthBytes) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
