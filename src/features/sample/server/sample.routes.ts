import type { Routes } from '#server/http/mount.ts';
import { roles } from '#shared/access.ts';
import type { sampleContract } from '../sample.contract.ts';
import { addSample, findSample, removeSample } from './sample.service.ts';

const gate = { roles: [roles.administrator] };

export const sampleRoutes: Routes<typeof sampleContract> = {
  find: { gate, handle: ({ ctx }) => findSample(ctx.db) },
  add: { gate, handle: ({ ctx, caller }) => addSample(ctx, caller) },
  remove: { gate, handle: ({ ctx, caller }) => removeSample(ctx, caller) },
};
