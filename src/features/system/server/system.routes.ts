import type { Routes } from '#server/http/mount.ts';
import { roles } from '#shared/access.ts';
import type { systemContract } from '../system.contract.ts';
import { describeSystem } from './system.service.ts';
import { sendTestMail } from './test-mail.service.ts';

export const systemRoutes: Routes<typeof systemContract> = {
  look: { gate: { roles: [roles.administrator] }, handle: ({ ctx, http }) => describeSystem(ctx, http) },
  sendTestMail: { gate: { roles: [roles.administrator] }, handle: ({ ctx, caller }) => sendTestMail(ctx, caller) },
};
