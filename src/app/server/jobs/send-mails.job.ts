import { followedNews } from '#features/containers/server/work/follower-mails.service.ts';
import { giveUpAfterMs } from '#features/notifications/outbox.rules.ts';
import { giveUpNews, makeNews } from '#features/notifications/server/news.service.ts';
import { sendMails } from '#features/notifications/server/outbox.service.ts';
import type { MailSources } from '#features/notifications/server/outbox.service.ts';
import { linkGiveUpMs, makeLinkMail } from '#features/passwords/server/password-links.service.ts';
import { makeInvitation, reportInvitations } from '#features/users/server/invitations.service.ts';
import { makeAddressMail } from '#features/users/server/users.service.ts';
import type { Job } from '../scheduler.ts';

const sources: MailSources = {
  invitation: { make: makeInvitation, giveUpMs: giveUpAfterMs, givenUp: reportInvitations },
  'password-link': { make: makeLinkMail, giveUpMs: linkGiveUpMs },
  'address-changed': { make: makeAddressMail, giveUpMs: giveUpAfterMs },
  news: { make: makeNews(followedNews), giveUpMs: giveUpAfterMs, givenUp: giveUpNews },
};

/** Sends the mails that are due. */
export const sendMailsJob: Job = {
  name: 'sending mails',
  // A user who has forgotten the password waits for the link.
  intervalMs: 5_000,
  // Each server claims one mail at a time.
  isShared: true,
  run: (ctx, signal) => sendMails(ctx, sources, signal),
};
