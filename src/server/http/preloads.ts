import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One file of a build. Source: https://vite.dev/guide/backend-integration. */
type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] };

/**
 * Returns the scripts and style sheets of each screen that index.html does not contain, read from Vite's manifest. The
 * page of the screen links to them, so that the browser loads them in parallel. Otherwise it would find them one after
 * the other.
 */
export function readPreloads(folder: string, screenModules: Record<string, string>): Record<string, string[]> {
  const path = join(folder, '.vite/manifest.json');
  if (!existsSync(path)) return {};
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>;
  // The chunk of App.tsx, named in vite.config.ts. Every screen but the login screen is drawn inside it.
  const frame = Object.keys(manifest).filter((key) => manifest[key]?.name === 'frame');
  const first = withImports(['index.html']);
  return Object.fromEntries(
    Object.entries(screenModules).map(([screen, module]) => {
      const chunks = withImports([...frame, module]).difference(first);
      return [screen, [...chunks].flatMap(({ file, css = [] }) => [file, ...css].map((name) => `/${name}`))];
    }),
  );

  function withImports(keys: readonly string[], found = new Set<Chunk>()): Set<Chunk> {
    for (const key of keys) {
      const chunk = manifest[key];
      if (!chunk || found.has(chunk)) continue;
      found.add(chunk);
      withImports(chunk.imports ?? [], found);
    }
    return found;
  }
}
