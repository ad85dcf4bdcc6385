import type { Address, Attachment } from 'postal-mime';
import { charsetOfLabel, decodeText } from '../charset.rules.ts';
import { charsetOfText } from './detect-charset.ts';
import { person } from './mail.ts';
import type { MailFile } from './mail.ts';

/** Reads an RFC 822 message. */
export async function mimeMail(bytes: Buffer): Promise<MailFile> {
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(await inUnicode(bytes), { maxNestingDepth: 40 });
  return {
    subject: email.subject,
    from: people(email.from ? [email.from] : []),
    to: people(email.to),
    copy: people(email.cc),
    date: email.date,
    statedDate: email.headers.find(({ key }) => key === 'date')?.value,
    html: email.html,
    text: email.text,
    attached: email.attachments.map((one) => ({
      name: one.filename ?? '',
      mediaType: one.mimeType,
      contentId: one.contentId?.replace(/^<|>$/g, '') ?? '',
      bytes: () => bytesOf(one),
    })),
  };
}

const people = (addresses: readonly Address[] | undefined): string =>
  (addresses ?? []).flatMap((one) => (one.group ?? [one]).map(({ name, address }) => person(name, address))).join(', ');

/** The content is a text only with an option that Stowage does not use. */
const bytesOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));

const blankLine = /\r?\n\r?\n/;

/**
 * Returns a message whose undeclared letters outside ASCII are UTF-8, as the mail library expects them: its headers, and its
 * body if no part names a charset.
 */
async function inUnicode(bytes: Buffer): Promise<Buffer> {
  if (!bytes.some((byte) => byte > 127)) return bytes;
  const source = bytes.toString('latin1');
  const headBytes = blankLine.exec(source)?.index ?? bytes.length;
  const label = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(source)?.[1];
  const declared = label === undefined ? undefined : charsetOfLabel(label);
  const head = await inUtf8(bytes.subarray(0, headBytes), declared);
  const body = bytes.subarray(headBytes);
  return Buffer.concat([head, label === undefined ? await inUtf8(body, undefined) : body]);
}

async function inUtf8(bytes: Buffer, declared: string | undefined): Promise<Buffer> {
  const detected = await charsetOfText(bytes, 'text/plain');
  if (detected === 'utf-8') return bytes;
  return Buffer.from(decodeText(bytes, declared ?? detected));
}
