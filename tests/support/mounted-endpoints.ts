import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { MountedEndpoint } from '#server/http/mount.ts';
import type { Parts } from '#server/parts.ts';
import { mountFeatures } from '../../src/app/server/features.ts';

/** Every endpoint of every feature with its gate, as the product mounts them. */
export function mountedEndpoints(): MountedEndpoint[] {
  const app = fastify();
  const found = new Set<MountedEndpoint>();
  app.addHook('onRoute', ({ config }) => {
    // Every GET brings its HEAD, mounted from the same endpoint.
    if (config?.mounted) found.add(config.mounted);
  });
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
  // Nothing is asked of the parts before a call is made.
  mountFeatures(app, {} as Parts);
  return [...found];
}
