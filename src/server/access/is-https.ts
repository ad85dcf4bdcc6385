import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/**
 * Returns whether clients reach the server over HTTPS: according to PUBLIC_URL, else to the connection or a trusted
 * proxy.
 */
export function isHttps(config: Pick<Config, 'publicUrl'>, request: FastifyRequest): boolean {
  return config.publicUrl?.startsWith('https:') ?? request.protocol === 'https';
}
