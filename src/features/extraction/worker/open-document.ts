import { Unreadable } from './unreadable.ts';
import { openArchive } from './zip-limits.ts';
import type { ZipArchive } from './zip-limits.ts';

const manifest = 'META-INF/manifest.xml';
const manifestBytes = 1024 * 1024;

/** Opens an OpenDocument file. Throws for one that is too large or has a password. */
export function openDocument(bytes: Buffer): ZipArchive {
  const archive = openArchive(bytes);
  const isRead = archive.sizeOf(manifest) <= manifestBytes;
  if (isRead && /<(\w+:)?encryption-data[\s/>]/.test(archive.bytesOf(manifest).toString('utf8')))
    throw new Unreadable('protected');
  return archive;
}
