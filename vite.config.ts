import { readFileSync } from 'node:fs';
import { cp, readFile, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin, Rolldown } from 'vite';

const api = process.env['STOWAGE_API'] ?? 'http://127.0.0.1:3000';

/**
 * Left alone, a screen comes as sixty files, most of them smaller than the headers they travel with. So what every page
 * begins with is one file, the frame around the screens another, and the small pieces that screens share a third; what
 * is large and not for every screen (dialogs, menus, charts) stays by itself.
 */
const chunks = [
  { name: 'base', tags: ['$initial' as const] },
  { name: 'frame', test: /src\/app\/browser\/App\.tsx/ },
  {
    name: 'kit',
    test: /@tabler|@tanstack|src\/(web|shared)\/(?!.*dialog-frames)|@mantine\/core\/esm\/components\/(Alert|Badge|Combobox\/ComboboxChevron|Group|NativeSelect|Skeleton|Stack|Text|Title|VisuallyHidden)\//,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
];

export default defineConfig({
  plugins: [react(), pdfParts(), firstFiles(), precompressed()],
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
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
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

/**
 * Tells the server with which files a screen begins, beyond those of every page, so that its page can name them: the
 * browser then fetches them all at once, instead of learning of them one from the other.
 */
function firstFiles(): Plugin {
  const table = readFileSync(join(import.meta.dirname, 'src/app/browser/screens.tsx'), 'utf8');
  return {
    name: 'first-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const base = new Set(chunks.filter((chunk) => chunk.isEntry).flatMap(withImports));
      const filesOf = (module: string) =>
        chunks.filter((chunk) => chunk.moduleIds.some((id) => id.endsWith(module))).flatMap(withImports);
      const begins = (page: string) => {
        const needed = new Set([...filesOf('/app/browser/App.tsx'), ...filesOf(page)].filter((one) => !base.has(one)));
        return [...needed].flatMap((one) => [`/${one.fileName}`, ...cssOf(one)]);
      };
      const rows = [...table.matchAll(/path: '(.+?)'.+?import\('#(.+?)'\)/gs)];
      const source = JSON.stringify(Object.fromEntries(rows.map(([, path = '', page = '']) => [path, begins(page)])));
      this.emitFile({ type: 'asset', fileName: 'first-files.json', source });

      function withImports(chunk: Rolldown.OutputChunk): Rolldown.OutputChunk[] {
        const imported = chunk.imports.map((name) => bundle[name]).filter((file) => file?.type === 'chunk');
        return [chunk, ...imported.flatMap(withImports)];
      }
    },
  };
}

const cssOf = (chunk: Rolldown.OutputChunk) => [...(chunk.viteMetadata?.importedCss ?? [])].map((name) => `/${name}`);

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
