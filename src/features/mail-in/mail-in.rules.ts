/** Why a message was left in the mailbox. */
export const reasons = [
  'sender_unknown',
  'sender_unverified',
  'not_allowed',
  'no_attachment',
  'too_many',
  'too_large',
  'virus',
  'unreadable',
] as const;
export type Reason = (typeof reasons)[number];

/** A message whose server has died this often, or that failed as often, is left in the mailbox. Our choice. */
export const maxTries = 3;

/** Largest number of messages in one page of the list, and that one run reads. Our choice. */
export const maxListed = 100;
export const maxReadAtOnce = 200;

/** Entries of messages that were left are deleted after this time. Our choice. */
export const leftForDays = 90;

/** The result of the last reading of the mailbox. `reason` says why it failed. */
export type MailInResult = { reason?: string; renumbered_at?: string };

/** One part of a message. Source: RFC 3501, section 7.4.2, BODYSTRUCTURE. */
export type Part = {
  type: string;
  size?: number | undefined;
  id?: string | undefined;
  encoding?: string | undefined;
  disposition?: string | undefined;
  parameters?: Record<string, string> | undefined;
  dispositionParameters?: Record<string, string> | undefined;
  envelope?: { subject?: string | undefined } | undefined;
  childNodes?: Part[] | undefined;
};

export type Attachment = {
  /** The number of the part, such as 2.1. */
  part: string;
  name: string;
  /** An estimate. */
  bytes: number;
  /** The subjects of the forwarded messages that contain it. */
  subjects: string[];
};

/** Pictures in the text up to this size are logos of signatures. Our choice. */
const maxLogoBytes = 30_000;

const signatures = ['application/pgp-signature', 'application/pkcs7-signature', 'application/x-pkcs7-signature'];

const nameOf = ({ parameters, dispositionParameters }: Part) =>
  dispositionParameters?.['filename'] || parameters?.['name'];

const bytesOf = ({ size = 0, encoding }: Part) => (encoding === 'base64' ? Math.floor(size * 0.73) : size);

function isAttachment(part: Part): boolean {
  if (signatures.includes(part.type)) return false;
  const isInText = part.disposition === 'inline' || (part.disposition === undefined && part.id !== undefined);
  if (part.type.startsWith('image/') && isInText && bytesOf(part) <= maxLogoBytes) return false;
  return part.disposition === 'attachment' || nameOf(part) !== undefined || !/^(?:text|message)\//.test(part.type);
}

/**
 * Returns the attachments of a message and of the messages that were forwarded in it, at most `limit`.
 * Numbers the parts itself: the only part of a forwarded message without parts is 2.1, if the message is 2. Source: RFC 3501,
 * section 6.4.5.
 */
export function attachmentsOf(message: Part, limit: number): Attachment[] {
  const found: Attachment[] = [];
  const walk = (part: Part, path: readonly number[], subjects: readonly string[]): void => {
    if (found.length === limit) return;
    const isForwarded = part.type === 'message/rfc822';
    const [inner] = part.childNodes ?? [];
    if (part.type.startsWith('multipart/'))
      part.childNodes?.forEach((child, index) => walk(child, [...path, index + 1], subjects));
    else if (isForwarded && inner) walk(inner, beginOf(inner, path), [...subjects, part.envelope?.subject ?? '']);
    else if (isAttachment(part)) {
      const name = nameOf(part) ?? `attachment.${part.type.split('/')[1]}`;
      found.push({ part: path.join('.'), name, bytes: bytesOf(part), subjects: [...subjects] });
    }
  };
  walk(message, beginOf(message, []), []);
  return found;
}

const beginOf = (body: Part, path: readonly number[]) => (body.type.startsWith('multipart/') ? path : [...path, 1]);

/** Whether a sender without an account may send files. */
export const isListed = (address: string, senders: readonly string[]): boolean =>
  senders.includes(address) || senders.includes(address.slice(address.lastIndexOf('@')));

/**
 * Whether the mail server has verified the domain of the sender: by DMARC, or by a DKIM signature of the domain or of one above
 * it. Only the first header of the named server counts, because a sender may write others below it. Source: RFC 8601.
 */
export function isVerified(headers: string, authservId: string, address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const results = headers
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .map((line) => /^authentication-results:(.*)$/i.exec(line)?.[1] ?? '')
    .map((value) => withoutComments(value).toLowerCase().split(';'))
    .find(([server = '']) => server.trim().split(/\s/)[0] === authservId.toLowerCase());
  return (results ?? []).slice(1).some((result) => {
    const [method = ''] = result.trim().split(/\s/);
    const property = (name: string) => new RegExp(`\\s${name}=(\\S+)`).exec(result)?.[1];
    if (method === 'dmarc=pass') return property('header\\.from') === domain;
    const signer = method === 'dkim=pass' ? property('header\\.d') : undefined;
    return signer !== undefined && signer.includes('.') && (domain === signer || domain.endsWith(`.${signer}`));
  });
}

/** Comments and quoted texts repeat what the sender wrote. */
function withoutComments(value: string): string {
  let text = value.slice(0, 10_000).replaceAll(/"[^"]*"/g, '');
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replaceAll(/\([^()]*\)/g, ' ');
  }
  return text;
}
