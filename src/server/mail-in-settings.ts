import { z } from 'zod';
import { emailAddress, oneOf, setting, shortText } from './setting-types.ts';

const mailboxAddress = z.string().transform((text, context) => {
  const url = /^imaps?:\/\/[^/@?#]+\/?$/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url?.hostname) {
    // Otherwise the connection changes to TLS by STARTTLS, before the sign-in.
    const startsWithTls = url.protocol === 'imaps:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return { host, port: Number(url.port || (startsWithTls ? 993 : 143)), startsWithTls };
  }
  context.addIssue({
    code: 'custom',
    message: 'must be like imaps://imap.example.com, or imap://imap.example.com for TLS by STARTTLS',
  });
  return z.NEVER;
});

/** Addresses, and domains that begin with @. */
const mailSenders = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim().toLowerCase()))
  .refine(
    (entries) => entries.every((entry) => /^[^\s@]*@[^\s@]+$/.test(entry)),
    'must be addresses or domains such as anna@supplier.example, @forwarder.example, separated by commas',
  );

export const mailInSettings = {
  MAIL_IN_URL: setting(mailboxAddress.optional()),
  MAIL_IN_USER: setting(shortText(320).optional()),
  MAIL_IN_PASSWORD: setting(shortText(1024).optional()),
  MAIL_IN_FOLDER: setting(shortText(255).default('INBOX')),
  MAIL_IN_TEAM: setting(shortText(255).default('General')),
  MAIL_IN_FILE_TYPE: setting(shortText(255).default('Document')),
  MAIL_IN_KEEP_MAIL: setting(oneOf('yes', 'no').default('no')),
  MAIL_IN_SENDERS: setting(mailSenders.default([])),
  MAIL_IN_UPLOADER: setting(emailAddress.optional()),
  MAIL_IN_AUTHSERV_ID: setting(shortText(255).optional()),
};

type Read = z.output<z.ZodObject<typeof mailInSettings>>;

/** The mailbox whose attachments become files. See docs/administration.md#mail-in. */
export type MailIn = NonNullable<ReturnType<typeof mailInOf>>;

export function mailInOf(read: Read) {
  const { MAIL_IN_URL: address, MAIL_IN_USER: user, MAIL_IN_PASSWORD: password } = read;
  if (!address || !user || !password) return undefined;
  return {
    ...address,
    user,
    password,
    folder: read.MAIL_IN_FOLDER,
    /** The name of the team of the files. */
    team: read.MAIL_IN_TEAM,
    /** The name of the type of files for which no type is proposed. */
    fileType: read.MAIL_IN_FILE_TYPE,
    /** Whether the mail itself is stored as a file too. */
    keepsMail: read.MAIL_IN_KEEP_MAIL === 'yes',
    /** Senders without an account. */
    senders: read.MAIL_IN_SENDERS,
    /** The e-mail address of the account that uploads for them. */
    uploader: read.MAIL_IN_UPLOADER,
    /** The name under which the mail server reports its checks of senders. Source: RFC 8601, authserv-id. */
    authservId: read.MAIL_IN_AUTHSERV_ID,
  };
}

export function mailInProblems(read: Read): string[] {
  const sendersProblem =
    read.MAIL_IN_SENDERS.length > 0 && !read.MAIL_IN_UPLOADER
      ? ['MAIL_IN_UPLOADER: must be set where MAIL_IN_SENDERS is']
      : [];
  if (read.MAIL_IN_URL) {
    const missing = (['MAIL_IN_USER', 'MAIL_IN_PASSWORD'] as const).filter((name) => !read[name]);
    return [...missing.map((name) => `${name}: must be set where MAIL_IN_URL is`), ...sendersProblem];
  }
  const dependent = ['MAIL_IN_USER', 'MAIL_IN_PASSWORD', 'MAIL_IN_UPLOADER', 'MAIL_IN_AUTHSERV_ID'] as const;
  return dependent.filter((name) => read[name]).map((name) => `${name}: needs MAIL_IN_URL`);
}
