import type { Routes } from '#server/http/mount.ts';
import { roles } from '#shared/access.ts';
import type { webhooksContract } from '../webhooks.contract.ts';
import { listWebhooks } from './webhooks.queries.ts';
import {
  changeWebhook,
  createWebhook,
  listMessagesOf,
  removeWebhook,
  renewSecret,
  replayMessage,
  sendTest,
} from './webhooks.service.ts';

const gate = { roles: [roles.administrator] } as const;

export const webhooksRoutes: Routes<typeof webhooksContract> = {
  list: { gate, handle: ({ ctx }) => listWebhooks(ctx.db) },
  create: { gate, handle: ({ ctx, caller, http, input }) => createWebhook(ctx, caller, http, input) },
  update: { gate, handle: ({ ctx, caller, http, input }) => changeWebhook(ctx, caller, http, input) },
  remove: { gate, handle: ({ ctx, caller, input }) => removeWebhook(ctx, caller, input.id) },
  renewSecret: { gate, handle: ({ ctx, caller, http, input }) => renewSecret(ctx, caller, http, input.id) },
  messages: { gate, handle: ({ ctx, input }) => listMessagesOf(ctx, input) },
  replay: { gate, handle: ({ ctx, caller, input }) => replayMessage(ctx, caller, input) },
  test: { gate, handle: ({ ctx, caller, input }) => sendTest(ctx, caller, input.id) },
};
