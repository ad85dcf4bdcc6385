import type { Routes } from '#server/http/mount.ts';
import { productModules } from '#shared/product-modules.ts';
import type { calendarsContract } from '../calendars.contract.ts';
import { chooseContainers, createAddress, ownAddress, readCalendar, revokeAddress } from './calendars.service.ts';

const gate = { module: productModules.containers };

export const calendarsRoutes: Routes<typeof calendarsContract> = {
  own: { gate, handle: ({ ctx, caller }) => ownAddress(ctx, caller) },
  create: { gate, handle: ({ ctx, caller, http, input }) => createAddress(ctx, caller, http, input) },
  choose: { gate, handle: ({ ctx, caller, input }) => chooseContainers(ctx, caller, input) },
  revoke: { gate, handle: ({ ctx, caller }) => revokeAddress(ctx, caller) },
  read: { gate: 'anyone', handle: ({ ctx, http, input }) => readCalendar(ctx, http, input.key) },
};
