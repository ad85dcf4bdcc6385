import type { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import { delayContainer } from '../core/container-delay.service.ts';
import { neighboursOf } from '../list/container-reads.service.ts';
import { addDocuments } from './container-documents.service.ts';
import { layoutOf } from './container-work.queries.ts';
import {
  addComment,
  chooseLayout,
  findPeople,
  followersOf,
  removeView,
  replaceView,
  saveView,
  setFollowing,
  viewsOf,
} from './container-work.service.ts';

const viewers = { module: productModules.containers };
const managers = { roles: managingRoles, module: productModules.containers };

export const containerWorkRoutes: Routes<typeof containerWorkContract> = {
  delay: { gate: managers, handle: ({ ctx, caller, input }) => delayContainer(ctx, caller, input) },
  comment: { gate: viewers, handle: ({ ctx, caller, input }) => addComment(ctx, caller, input) },
  addDocuments: { gate: managers, handle: ({ ctx, caller, input }) => addDocuments(ctx, caller, input) },
  followers: { gate: viewers, handle: ({ ctx, caller, input }) => followersOf(ctx, caller, input.id) },
  follow: { gate: viewers, handle: ({ ctx, caller, input }) => setFollowing(ctx, caller, input.id, true) },
  unfollow: { gate: viewers, handle: ({ ctx, caller, input }) => setFollowing(ctx, caller, input.id, false) },
  neighbours: { gate: viewers, handle: ({ ctx, caller, input }) => neighboursOf(ctx, caller, input) },
  people: { gate: viewers, handle: ({ ctx, input }) => findPeople(ctx, input) },
  layout: { gate: viewers, handle: ({ ctx, caller }) => layoutOf(ctx.db, caller.id) },
  chooseLayout: { gate: viewers, handle: ({ ctx, caller, input }) => chooseLayout(ctx, caller, input) },
  views: { gate: viewers, handle: ({ ctx, caller }) => viewsOf(ctx, caller) },
  saveView: { gate: viewers, handle: ({ ctx, caller, input }) => saveView(ctx, caller, input) },
  changeView: { gate: viewers, handle: ({ ctx, caller, input }) => replaceView(ctx, caller, input) },
  removeView: { gate: viewers, handle: ({ ctx, caller, input }) => removeView(ctx, caller, input.id) },
};
