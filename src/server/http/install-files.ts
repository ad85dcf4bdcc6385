import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '#shared/escape-html.ts';

/**
 * Returns the files for the installation on a home screen, by name: the manifest and the page without a connection with the
 * brand name, and the service worker with a hash of the files that it stores. So a browser installs a new worker whenever
 * one of these files has changed. Source: docs/decisions/first-load.md#service-worker.
 */
export function readInstallFiles(folder: string, brandName: string): Record<string, string> {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const described = JSON.parse(read('manifest.webmanifest')) as object;
  const offline = read('offline.html').replaceAll('Stowage', () => escapeHtml(brandName));
  const stored = [offline, read('offline.js'), read('favicon.svg')].join('\0');
  const release = createHash('sha256').update(stored).digest('base64url').slice(0, 12);
  return {
    'manifest.webmanifest': JSON.stringify({ ...described, name: brandName, short_name: brandName }),
    'offline.html': offline,
    'service-worker.js': read('service-worker.js').replace("'development'", () => `'${release}'`),
  };
}
