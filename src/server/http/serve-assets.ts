import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Encodings, best first. The build stores a compressed copy beside each file. */
const encodings = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const;

type Asset = { bytes: Buffer; etag: string };

export type Assets = {
  /** The paths of the files in the folder, with `/` between their parts. Compressed forms are left out. */
  paths: readonly string[];
  /** Sends a file, in the best encoding that the client accepts. Answers 404 if there is none. */
  send: (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<FastifyReply>;
};

/**
 * Serves the files of a folder from memory. Each is read at its first request. All clients share its bytes, so that a
 * client that does not read takes neither memory nor an open file. The names are read once: the folder does not change.
 */
export function openAssets(folder: string, cacheControl: string): Assets {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const names = new Set(files.map((file) => relative(folder, join(file.parentPath, file.name)).replaceAll(sep, '/')));
  const loaded = new Map<string, Promise<Asset>>();
  const load = (name: string) => {
    const asset = loaded.get(name) ?? readAsset(join(folder, name));
    loaded.set(name, asset);
    // A later request reads it again.
    asset.catch(() => loaded.delete(name));
    return asset;
  };
  return {
    paths: [...names].filter((name) => !encodings.some(({ extension }) => name.endsWith(extension))),
    send: async (request, reply, path) => {
      if (!names.has(path)) return reply.callNotFound() as unknown as FastifyReply;
      const accepted = acceptedBy(request.headers['accept-encoding']);
      const encoding = encodings.find(({ name, extension }) => accepted.has(name) && names.has(path + extension));
      const { bytes, etag } = await load(path + (encoding?.extension ?? ''));
      reply.headers({ 'cache-control': cacheControl, etag, vary: 'accept-encoding' });
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      if (encoding) reply.header('content-encoding', encoding.name);
      return reply.type(mediaTypes[extname(path)] ?? 'application/octet-stream').send(bytes);
    },
  };
}

async function readAsset(path: string): Promise<Asset> {
  const bytes = await readFile(path);
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}

/** Returns the names in an Accept-Encoding, without those whose weight is 0. */
function acceptedBy(header: string | string[] | undefined): Set<string> {
  const parts = String(header ?? '')
    .toLowerCase()
    .split(',');
  return new Set(
    parts.filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part)).map((part) => part.split(';', 1)[0]?.trim() ?? ''),
  );
}
