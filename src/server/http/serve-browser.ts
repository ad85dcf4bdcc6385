import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { dayMs } from '#shared/calendar.ts';
import { screenPaths } from '#shared/screen-paths.ts';
import type { Config } from '../config.ts';

const year = 365 * dayMs;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Serves the built front end: hashed assets for good, and its page, with the brand's name, for every screen. */
export async function serveBrowser(app: FastifyInstance, folder: string, config: Config): Promise<void> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return;
  // The page names the brand twice: in its title and in the tag the screens read it from.
  const brand = escapeHtml(config.brandName);
  const page = readFileSync(index, 'utf8')
    .replace(/(<meta name="application-name" content=")[^"]*/, (_, before: string) => before + brand)
    .replace(/<title>[^<]*/, () => `<title>${brand}`);
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(folder, 'assets'));
      reply.header('cache-control', isHashed ? `public, max-age=${year / 1000}, immutable` : 'no-cache');
    },
    wildcard: false,
  });
  const send =
    (status: number) =>
    async (
      _request: unknown,
      reply: { code: (status: number) => { headers: (all: object) => { send: (body: string) => unknown } } },
    ) =>
      reply
        .code(status)
        .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
        .send(page);
  for (const path of screenPaths) app.get(path, send(200));
  // Any other page: the front end says that it does not exist. Calls keep their JSON answers.
  const rest = send(404);
  app.get('/*', async (request, reply) => {
    const wantsPage =
      request.headers.accept?.includes('text/html') && !/^\/(api|storage|sanctum)(\/|$)/.test(decodedPath(request.url));
    return wantsPage ? rest(request, reply) : reply.callNotFound();
  });
}

/** Only chooses between a page and JSON; nothing is guarded by it. */
function decodedPath(url: string): string {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '/');
  } catch {
    return '/api';
  }
}
