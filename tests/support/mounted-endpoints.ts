import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Context } from '#server/context.ts';
import type { MountedEndpoint } from '#server/http/mount.ts';
import { mountFeatures } from '../../src/app/server/features.ts';

/** Returns every endpoint of every feature with its gate, as the product mounts them. */
export function mountedEndpoints(): MountedEndpoint[] {
  const app = fastify();
  const found = new Set<MountedEndpoint>();
  app.addHook('onRoute', ({ config }) => {
    // Fastify adds a HEAD route for every GET route; both come from the same endpoint.
    if (config?.mounted) found.add(config.mounted);
  });
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
  // No route uses the context before a call.
  mountFeatures(app, {} as Context);
  return [...found];
}
