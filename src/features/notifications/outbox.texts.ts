import { counted } from '#shared/format.ts';

/** Our choice throughout. */
export const outboxTexts = {
  givenUp: {
    title: 'Mails not sent',
    message: (mails: number) =>
      `${counted(mails, 'mail')} could not be sent and ${mails === 1 ? 'was' : 'were'} given up. The page System shows the last error of the mail server.`,
    link: '/system',
  },
} as const;
