import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dayMs } from '#shared/calendar.ts';
import { screenPaths } from '#shared/screen-paths.ts';
import type { Config } from '../config.ts';

const year = 365 * dayMs;

const pageName = 'index.html';

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Serves the built front end: hashed assets for good, and its page, with the brand's name, for every screen. */
export async function serveBrowser(app: FastifyInstance, folder: string, config: Config): Promise<void> {
  const index = join(folder, pageName);
  if (!existsSync(index)) return;
  // The page names the brand twice: in its title and in the tag the screens read it from.
  const brand = escapeHtml(config.brandName);
  const page = readFileSync(index, 'utf8')
    .replace(/(<meta name="application-name" content=")[^"]*/, (_, before: string) => before + brand)
    .replace(/<title>[^<]*/, () => `<title>${brand}`);
  const firstFiles = readFirstFiles(join(folder, 'first-files.json'));
  // One route for all assets: a route for each of some hundred files took 20 MB. The few beside them get their own.
  const assets = join(folder, 'assets');
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(assets);
      reply.header('cache-control', isHashed ? `public, max-age=${year / 1000}, immutable` : 'no-cache');
    },
  });
  const beside = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== pageName,
  );
  for (const { name } of beside) app.get(`/${name}`, (_request, reply) => reply.sendFile(name, folder));
  for (const path of screenPaths) app.get(path, sendPage(200, withLinks(page, firstFiles[path])));
  // Any other page: the front end says that it does not exist. Calls keep their JSON answers.
  const rest = sendPage(404, page);
  app.get('/*', async (request, reply) => {
    const wantsPage =
      request.headers.accept?.includes('text/html') && !/^\/(api|storage|sanctum)(\/|$)/.test(decodedPath(request.url));
    return wantsPage ? rest(request, reply) : reply.callNotFound();
  });
}

/** Which files each screen begins with, beyond those that the page names anyway. The build writes it (vite.config.ts). */
function readFirstFiles(path: string): Record<string, string[]> {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string[]>) : {};
}

function withLinks(page: string, files: readonly string[] = []): string {
  const links = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" crossorigin href="${file}">`
      : `<link rel="modulepreload" crossorigin href="${file}">`,
  );
  return page.replace('</head>', () => `${links.join('')}</head>`);
}

/** The page, or 304 for whoever has it already. */
function sendPage(status: number, page: string) {
  const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`;
  return (request: FastifyRequest, reply: FastifyReply) => {
    void reply.headers({ 'cache-control': 'no-cache', etag });
    const isKnown = status === 200 && request.headers['if-none-match']?.includes(etag);
    return isKnown ? reply.code(304).send() : reply.code(status).type('text/html; charset=utf-8').send(page);
  };
}

/** Only chooses between a page and JSON; nothing is guarded by it. */
function decodedPath(url: string): string {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '/');
  } catch {
    return '/api';
  }
}
