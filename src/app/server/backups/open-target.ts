import type { BackupTarget } from '#server/settings.ts';
import { openFolderTarget } from './folder-target.ts';
import type { Target } from './target.ts';

/** `dataDir` holds buffers of large objects for a bucket. */
export async function openTarget(target: BackupTarget, dataDir: string): Promise<Target> {
  if ('folder' in target) return openFolderTarget(target.folder);
  const { openBucketTarget } = await import('./bucket-target.ts');
  return openBucketTarget(target.storage, dataDir);
}
