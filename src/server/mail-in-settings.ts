import { z } from 'zod';

/** The mailbox whose attachments become files. See docs/administration.md#mail-in. */
export type MailIn = {
  host: string;
  port: number;
  /** Whether the connection begins with TLS. Otherwise it changes to TLS by STARTTLS, before the sign-in. */
  startsWithTls: boolean;
  user: string;
  password: string;
  folder: string;
  /** The name of the team of the files. */
  team: string;
  /** The name of the type of files for which no type is proposed. */
  fileType: string;
  /** Whether the mail itself is stored as a file too. */
  keepsMail: boolean;
  /** Senders without an account: addresses, and domains that begin with @. */
  senders: readonly string[];
  /** The e-mail address of the account that uploads for them. */
  uploader: string | undefined;
  /** The name under which the mail server reports its checks of senders. Source: RFC 8601, authserv-id. */
  authservId: string | undefined;
};

type Address = Pick<MailIn, 'host' | 'port' | 'startsWithTls'>;

export const mailboxAddress = z.string().transform((text, context): Address => {
  const url = /^imaps?:\/\/[^/@?#]+\/?$/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url?.hostname) {
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

export const mailSenders = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim().toLowerCase()))
  .refine(
    (entries) => entries.every((entry) => /^[^\s@]*@[^\s@]+$/.test(entry)),
    'must be addresses or domains such as anna@supplier.example, @forwarder.example, separated by commas',
  );

type Read = {
  MAIL_IN_URL?: Address | undefined;
  MAIL_IN_USER?: string | undefined;
  MAIL_IN_PASSWORD?: string | undefined;
  MAIL_IN_FOLDER: string;
  MAIL_IN_TEAM: string;
  MAIL_IN_FILE_TYPE: string;
  MAIL_IN_KEEP_MAIL: 'yes' | 'no';
  MAIL_IN_SENDERS: readonly string[];
  MAIL_IN_UPLOADER?: string | undefined;
  MAIL_IN_AUTHSERV_ID?: string | undefined;
};

export function mailInOf(read: Read): MailIn | undefined {
  const { MAIL_IN_URL: address, MAIL_IN_USER: user, MAIL_IN_PASSWORD: password } = read;
  if (!address || !user || !password) return undefined;
  return {
    ...address,
    user,
    password,
    folder: read.MAIL_IN_FOLDER,
    team: read.MAIL_IN_TEAM,
    fileType: read.MAIL_IN_FILE_TYPE,
    keepsMail: read.MAIL_IN_KEEP_MAIL === 'yes',
    senders: read.MAIL_IN_SENDERS,
    uploader: read.MAIL_IN_UPLOADER,
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
