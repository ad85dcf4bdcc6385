import { netChanges } from '#features/containers/work/follower-mails.rules.ts';
import { followerMail } from '#features/containers/work/follower-mails.texts.ts';
import { readPermissionTable } from '#server/access/access.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import { mayView } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import { listFollowedEvents } from './follower-mails.queries.ts';

/** The part of a mail about the containers that a user follows. See `FollowedNews`. */
export async function followedNews({ db, config }: Context, recipient: Caller, eventIds: number[]) {
  if (!mayView(await readPermissionTable(db), recipient.role_id, productModules.containers)) return undefined;
  const containers = netChanges(await listFollowedEvents(db, recipient, eventIds));
  if (containers.length === 0) return undefined;
  return {
    subject: followerMail.subject(containers),
    intro: followerMail.intro,
    parts: followerMail.parts(containers, config.publicUrl ?? ''),
  };
}
