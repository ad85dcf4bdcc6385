import type { OfficeKind } from '../pages.rules.ts';
import { Unreadable } from './unreadable.ts';
import { unpacked, zipEntries } from './zip-entries.ts';
import { checkArchive } from './zip-limits.ts';

const manifestBytes = 1024 * 1024;

/** Throws for OpenDocument files that are too large or have a password. */
export function checkOpen(bytes: Buffer, kind: OfficeKind): void {
  if (kind === 'rtf') return;
  checkArchive(bytes);
  for (const entry of zipEntries(bytes)) {
    if (entry.name !== 'META-INF/manifest.xml' || entry.size > manifestBytes) continue;
    const manifest = Buffer.concat(Array.from(unpacked(bytes, entry)));
    if (/<(\w+:)?encryption-data[\s/>]/.test(manifest.toString('utf8'))) throw new Unreadable('protected');
  }
}

/** Returns the text of a part in pieces. */
export function* partOf(bytes: Buffer, name: string): Generator<string> {
  const decoder = new TextDecoder();
  for (const entry of zipEntries(bytes)) {
    if (entry.name !== name) continue;
    for (const piece of unpacked(bytes, entry)) yield decoder.decode(piece, { stream: true });
    return;
  }
}
