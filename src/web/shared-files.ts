/** The cache in which public/service-worker.js stores the files that another app has shared. */
const cacheName = 'shared-files';

/** Shared files are deleted after this time if the upload screen has not taken them. */
const keptMs = 3_600_000;

/** The upload screen that takes the shared files. */
export const sharedFilesScreen = '/uploadPage?shared=received';

/** Browsers have no caches over plain HTTP. */
const store = (): CacheStorage | undefined => ('caches' in window ? window.caches : undefined);

/** Returns whether files wait for the upload screen. Drops old ones. */
export async function hasSharedFiles(): Promise<boolean> {
  try {
    if (!(await store()?.has(cacheName))) return false;
    const cache = await caches.open(cacheName);
    const first = (await cache.matchAll())[0];
    if (first && isRecent(first)) return true;
    await dropSharedFiles();
    return false;
  } catch {
    // A browser may refuse the storage. Then nothing was shared either.
    return false;
  }
}

/** Returns the shared files in their order and deletes them from the cache. */
export async function takeSharedFiles(): Promise<File[]> {
  if (!(await hasSharedFiles())) return [];
  const cache = await caches.open(cacheName);
  const files = await Promise.all((await cache.matchAll()).map(fileOf));
  await dropSharedFiles();
  return files;
}

export async function dropSharedFiles(): Promise<void> {
  await store()
    ?.delete(cacheName)
    .catch(() => false);
}

const isRecent = ({ headers }: Response) => Date.now() - Number(headers.get('x-shared-at')) < keptMs;

async function fileOf(response: Response): Promise<File> {
  const { headers } = response;
  const name = decodeURIComponent(headers.get('x-name') ?? 'file');
  const lastModified = Number(headers.get('x-modified'));
  return new File([await response.blob()], name, { type: headers.get('content-type') ?? '', lastModified });
}
