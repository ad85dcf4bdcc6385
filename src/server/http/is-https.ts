import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** Whether people reach the server over HTTPS: as PUBLIC_URL says, else as the request came, or as a trusted proxy says it came. */
export function isHttps(config: Pick<Config, 'publicUrl'>, request: FastifyRequest): boolean {
  return config.publicUrl?.startsWith('https:') ?? request.protocol === 'https';
}
