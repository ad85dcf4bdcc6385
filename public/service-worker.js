// The service worker: docs/decisions/first-load.md#service-worker. It stores the page without a connection, and the files that
// another app shares until the upload screen takes them. It stores no answer of a call and no page of a person.

// The server replaces this by a hash of the stored files, so that each release installs its own worker.
const release = 'development';

const shell = `shell-${release}`;
const shellFiles = ['/offline.html', '/offline.js', '/favicon.svg'];

// src/web/shared-files.ts reads this cache.
const shared = 'shared-files';
const maxSharedFiles = 100;
const maxSharedBytes = 1024 ** 3;

let hasCheckedRemoval = false;

self.addEventListener('install', (event) => {
  // Browsers that know these routes do not start the worker for such requests.
  const urlPatterns = ['/assets/*', '/api/*', '/storage/*', '/sanctum/*'];
  const routes = urlPatterns.map((urlPattern) => ({ condition: { urlPattern }, source: 'network' }));
  event.waitUntil(Promise.all([event.addRoutes?.(routes), storeShell()]));
});

async function storeShell() {
  const cache = await caches.open(shell);
  await cache.addAll(shellFiles.map((path) => new Request(path, { cache: 'reload' })));
  // Pages come from the server, so the new worker can replace the old one while they are open.
  await self.skipWaiting();
}

self.addEventListener('activate', (event) => event.waitUntil(deleteShells((name) => name !== shell)));

async function deleteShells(which) {
  const names = (await caches.keys()).filter((name) => name.startsWith('shell-'));
  await Promise.all(names.filter(which).map((name) => caches.delete(name)));
}

self.addEventListener('fetch', (event) => {
  const { method, mode, destination, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== self.location.origin) return;
  if (method === 'POST' && pathname === '/share-target') event.respondWith(receiveShared(event.request));
  else if (method !== 'GET') return;
  else if (shellFiles.includes(pathname)) event.respondWith(fetchOr(event.request, pathname));
  else if (mode === 'navigate' && destination === 'document' && !/^\/(api|storage|sanctum)\//.test(pathname)) {
    event.respondWith(fetchOr(event.request, '/offline.html'));
    event.waitUntil(leaveIfRemoved());
  }
});

/** Answers from the network; only if it fails, with a file of the shell. */
async function fetchOr(request, path) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(path, { cacheName: shell })) ?? Response.error();
  }
}

/** Unregisters the worker if the server, of another release, no longer has it. */
async function leaveIfRemoved() {
  if (hasCheckedRemoval) return;
  hasCheckedRemoval = true;
  const answer = await fetch(self.location.pathname, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (answer?.status !== 404) return;
  await deleteShells(() => true);
  await caches.delete(shared);
  await self.registration.unregister();
}

/** Stores the files of the share sheet for the upload screen, in the place of any earlier ones. */
async function receiveShared(request) {
  let result;
  try {
    const form = await request.formData();
    const files = form.getAll('files').filter((entry) => entry instanceof File);
    await caches.delete(shared);
    result = await storeShared(files);
  } catch {
    await caches.delete(shared).catch(() => undefined);
    result = 'failed';
  }
  return Response.redirect(`/uploadPage?shared=${result}`, 303);
}

async function storeShared(files) {
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (files.length > maxSharedFiles || bytes > maxSharedBytes) return 'too-large';
  const cache = await caches.open(shared);
  for (const [index, file] of files.entries()) {
    const headers = {
      'content-type': file.type || 'application/octet-stream',
      'x-name': encodeURIComponent(file.name.toWellFormed()),
      'x-modified': String(file.lastModified),
      'x-shared-at': String(Date.now()),
    };
    await cache.put(`/shared-files/${index}`, new Response(file, { headers }));
  }
  return 'received';
}
