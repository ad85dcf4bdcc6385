import { readFileSync } from 'node:fs';
import { cp, readFile, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

const api = process.env['STOWAGE_API'] ?? 'http://127.0.0.1:3000';

const notices = 'licenses.txt';

/**
 * By default a screen consists of sixty files, most of them smaller than their HTTP headers. These groups combine them:
 * one file with the code that every page starts with, one with the frame around the screens, and two with the small
 * modules that screens share. Large modules that only some screens need (dialogs, menus, charts) stay separate.
 */
const chunks = [
  { name: 'base', tags: ['$initial' as const] },
  { name: 'frame', test: /src\/app\/browser\/App\.tsx/ },
  // Used by the pages with lists, and most icons. The other icons are those of the bar and of forms.
  {
    name: 'lists',
    test: /src\/(web|shared)\/.*(address-view|ConfirmDialog|DownloadMenu\.|FilterToolbar|FileIcon|fetch-next-page|More(Button|Rows)|PagedList|SearchBox|StatCard|near|use-view)|src\/features\/papers\/(statuses|container-number)\.rules|@tabler.*\/Icon(?!(AlertTriangle|ArrowLeft|Bell|Check|ChevronDown|CloudOff|CloudUpload|Copy|Eye|Key|Logout|Mail|Plus|Refresh|Search|X)\.)/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // One small file in the place of several.
  {
    name: 'teams',
    test: /src\/features\/(teams\/(teams\.|web\/teams\.data)|(users\/users|passwords\/passwords)\.rules)/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'toolkit',
    test: /@tabler|@tanstack|src\/(web|shared)\/(?!.*(dialog-frames|NamedItem|OpenedMenu|FilterToolbar|ChoiceSelect|DataTable|ImportColumnsTable|ImportRows|RecentImports|ShownOnce|SpreadsheetSource))|@mantine\/hooks|@mantine\/core\/esm\/core|@mantine\/core\/esm\/components\/(Accordion\/AccordionChevron|Alert|Badge|Combobox\/ComboboxChevron|Group|NativeSelect|Skeleton|Stack|Text|Title|VisuallyHidden)\//,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // What menus and dialogs have in common.
  {
    name: 'popups',
    test: /@floating-ui|aria-hidden|tslib|react-remove-scroll|react-style-singleton|get-nonce|use-callback-ref|use-sidecar|@mantine\/core\/esm\/components\/(FocusTrap|Menu|Overlay|Paper|Popover|Portal|SimpleGrid|Textarea|Transition)\//,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
];

export default defineConfig({
  plugins: [react(), pdfAssets(), fontNotice(), precompressed()],
  build: {
    outDir: 'dist/web',
    // The server reads from it which files to preload for each screen (src/server/http/preloads.ts).
    manifest: true,
    // The notices of the packages in the page. Their licences ask for them in every copy.
    license: { fileName: notices },
    target: 'baseline-widely-available',
    // A small image inside a style sheet would need `data:` in more directives of the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Every page loads the list of these names, so they are short.
    rolldownOptions: { output: { chunkFileNames: 'assets/[name]-[hash:7].js', codeSplitting: { groups: chunks } } },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/sanctum', '/storage', '/healthz'].map((path) => [path, api])),
  },
});

/** Copies the files that pdf.js fetches for some documents into the assets: character maps, fonts, image decoders. */
function pdfAssets(): Plugin {
  const from = join(import.meta.dirname, 'node_modules/pdfjs-dist');
  let to = '';
  return {
    name: 'pdf-assets',
    apply: 'build',
    configResolved: ({ root, build }) => {
      // Browsers cache `assets` forever, so each version of pdf.js needs its own path.
      const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as { version: string };
      to = resolve(root, build.outDir, `assets/pdfjs-${version}`);
    },
    writeBundle: async () => {
      for (const part of ['cmaps', 'standard_fonts']) await cp(join(from, part), join(to, part), { recursive: true });
      for (const decoder of ['jbig2', 'openjpeg']) {
        const notice = decoder.toUpperCase();
        for (const name of [`${decoder}_nowasm_fallback.js`, `LICENSE_${notice}`, `LICENSE_PDFJS_${notice}`])
          await cp(join(from, 'wasm', name), join(to, 'wasm', name));
      }
    },
  };
}

/**
 * Adds the notice of the font, because Vite collects only those of scripts. Removes the versions of the packages: everybody can read
 * this file, and the versions would name their known vulnerabilities.
 */
function fontNotice(): Plugin {
  const from = join(import.meta.dirname, 'node_modules/@fontsource-variable/inter');
  let to = '';
  return {
    name: 'font-notice',
    apply: 'build',
    configResolved: ({ root, build }) => {
      to = resolve(root, build.outDir, notices);
    },
    closeBundle: async () => {
      const notice = await readFile(join(from, 'LICENSE'), 'utf8');
      const collected = await readFile(to, 'utf8');
      const withoutVersions = collected.replaceAll(/^(## \S+) - \d\S*/gm, '$1');
      await writeFile(to, `${withoutVersions}\n## @fontsource-variable/inter (OFL-1.1)\n\n${notice}`);
    },
  };
}

/** Writes a .br and a .gz file beside every text asset, so that the server does not compress it for each request. */
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
      // Without index.html: the server writes the brand name into it.
      await Promise.all(
        names.filter((name) => /\.(m?js|css|svg)$/.test(name)).map((name) => compress(join(folder, name))),
      );
    },
  };
}

/** Compressing a smaller file saves less than the additional headers cost. */
const minBytes = 512;

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < minBytes) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
