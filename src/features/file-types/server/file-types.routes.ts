import type { Routes } from '#server/http/mount.ts';
import type { fileTypesContract } from '../file-types.contract.ts';
import { listFileTypes } from './file-types.queries.ts';

export const fileTypesRoutes: Routes<typeof fileTypesContract> = {
  list: { gate: 'signed-in', handle: ({ parts }) => listFileTypes(parts.db) },
};
