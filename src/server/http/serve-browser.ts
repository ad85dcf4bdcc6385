import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dayMs } from '#shared/calendar.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { screenPaths } from '#shared/screen-paths.ts';
import type { Config } from '../config.ts';
import { readInstallFiles } from './install-files.ts';
import { readPreloads } from './preloads.ts';
import { mediaTypes, openAssets } from './serve-assets.ts';

const yearMs = 365 * dayMs;

const pageName = 'index.html';

/** Serves the built front end: hashed assets with a permanent cache, and its page, with the brand name, for every screen. */
export async function serveBrowser(
  app: FastifyInstance,
  folder: string,
  screenModules: Record<string, string>,
  config: Config,
): Promise<void> {
  const index = join(folder, pageName);
  if (!existsSync(index)) return;
  app.addHook('onRequest', async (request) => app.refuseManyResponses(request));
  // The page contains the brand twice: in its title and in the tag from which the screens read it.
  const brand = escapeHtml(config.brandName);
  const provider = escapeHtml(config.singleSignOn?.name ?? '');
  const address = escapeHtml(config.publicUrl ?? '');
  const page = readFileSync(index, 'utf8')
    .replace(/(<meta name="application-name" content=")[^"]*/, (_, before: string) => before + brand)
    .replace(/(<meta name="sign-in-provider" content=")[^"]*/, (_, before: string) => before + provider)
    .replace(/(<meta name="public-address" content=")[^"]*/, (_, before: string) => before + address)
    .replace(/<title>[^<]*/, () => `<title>${brand}`);
  const preloads = readPreloads(folder, screenModules);
  const assets = openAssets(join(folder, 'assets'), `public, max-age=${yearMs / 1000}, immutable`);
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    assets.send(request, reply, request.params['*']),
  );
  const others = openAssets(folder, 'no-cache');
  const installFiles = readInstallFiles(folder, config.brandName);
  for (const [name, text] of Object.entries(installFiles))
    app.get(`/${name}`, sendText(200, text, mediaTypes[extname(name)]));
  const isOther = (path: string) => path !== pageName && !(path in installFiles) && !path.includes('/');
  for (const name of others.paths.filter(isOther))
    app.get(`/${name}`, (request, reply) => others.send(request, reply, name));
  for (const path of screenPaths) app.get(path, sendPage(200, withLinks(page, preloads[path])));
  // For any other page, the front end says that it does not exist. API calls get JSON responses.
  const rest = sendPage(404, page);
  app.get('/*', async (request, reply) => {
    const wantsPage =
      request.headers.accept?.includes('text/html') && !/^\/(api|storage|sanctum)(\/|$)/.test(decodedPath(request.url));
    return wantsPage ? rest(request, reply) : reply.callNotFound();
  });
}

function withLinks(page: string, files: readonly string[] = []): string {
  const links = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" crossorigin href="${file}">`
      : `<link rel="modulepreload" crossorigin href="${file}">`,
  );
  return page.replace('</head>', () => `${links.join('')}</head>`);
}

const sendPage = (status: number, page: string) => sendText(status, page, mediaTypes['.html']);

/** Returns a handler that sends the text, or 304 if the browser has it. */
function sendText(status: number, text: string, type = 'text/plain') {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return (request: FastifyRequest, reply: FastifyReply) => {
    void reply.headers({ 'cache-control': 'no-cache', etag });
    const isKnown = status === 200 && request.headers['if-none-match']?.includes(etag);
    return isKnown ? reply.code(304).send() : reply.code(status).type(type).send(text);
  };
}

/** Only used to choose between a page and JSON. No access check depends on it. */
function decodedPath(url: string): string {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '/');
  } catch {
    return '/api';
  }
}
