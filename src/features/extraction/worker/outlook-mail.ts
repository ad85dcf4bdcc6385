import type { FieldsData } from '@kenjiuno/msgreader';
import { charsetOfLabel, decodeText } from '../charset.rules.ts';
import type { Charset } from '../charset.rules.ts';
import { pageTexts } from '../page.texts.ts';
import { isCompoundFile } from './compound-file.ts';
import { charsetOfText, declaredCharset, detectCharset } from './detect-charset.ts';
import { person } from './mail.ts';
import type { MailFile } from './mail.ts';
import { Unreadable } from './unreadable.ts';

/** Windows code pages whose number is not in the name of their charset. */
const codePages: Record<number, Charset> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  20866: 'koi8-r',
  20932: 'euc-jp',
  20936: 'gbk',
  21866: 'koi8-u',
  51932: 'euc-jp',
  51936: 'gbk',
  51949: 'euc-kr',
  54936: 'gb18030',
  65001: 'utf-8',
};

/**
 * Reads a message that Outlook saved. Letters that are not Unicode are in the code page that the message names, or in that of
 * its language. Source: MS-OXCMSG.
 */
export async function outlookMail(bytes: Buffer): Promise<MailFile> {
  if (!isCompoundFile(bytes)) throw new Unreadable('unsupported');
  const { default: MsgReader } = (await import('@kenjiuno/msgreader')).default;
  const read = (ansiEncoding: string) => {
    const reader = new MsgReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
    reader.parserConfig = { ansiEncoding };
    const mail = reader.getFileData();
    if (mail.error) throw new Error(mail.error);
    return { reader, mail };
  };
  const { mail: first } = read('latin1');
  const { reader, mail } = read((await statedCharset(first)) ?? (await detectedCharset(first)));
  const recipients = (type: 'to' | 'cc') =>
    (mail.recipients ?? [])
      .filter(({ recipType }) => recipType === type)
      .map(({ name, smtpAddress, email }) => person(name, smtpAddress ?? addressOf(email)))
      .join(', ');
  const attachments = mail.attachments ?? [];
  return {
    subject: mail.subject,
    from: person(mail.senderName, mail.senderSmtpAddress ?? addressOf(mail.senderEmail)),
    to: recipients('to'),
    copy: recipients('cc'),
    date: mail.clientSubmitTime ?? mail.messageDeliveryTime,
    ...factsOf(mail),
    html: mail.bodyHtml ?? (mail.html && (await htmlOf(mail.html, first))),
    text: mail.body,
    attached: attachments.map((one) => ({
      name: nameOf(one),
      mediaType: one.attachMimeTag ?? '',
      contentId: one.pidContentId ?? '',
      bytes: () => Buffer.from(reader.getAttachment(one).content),
    })),
  };
}

/** Within a company, Outlook stores the address of a directory: '/o=Kestrel/cn=Recipients/cn=ann'. */
const addressOf = (stored: string | undefined): string | undefined =>
  stored?.toLowerCase().startsWith('/o=') ? undefined : stored;

/** Returns what a meeting or a contact has in place of the date of a message. */
function factsOf(item: FieldsData): Pick<MailFile, 'facts'> {
  const kind = item.messageClass?.toLowerCase() ?? '';
  const facts: [string, string | undefined][] = /^ipm\.(appointment|schedule)/.test(kind)
    ? [
        [pageTexts.starts, item.apptStartWhole],
        [pageTexts.ends, item.apptEndWhole],
        [pageTexts.place, item.apptLocation],
      ]
    : kind.startsWith('ipm.contact')
      ? [
          [pageTexts.company, item.companyName],
          [pageTexts.jobTitle, item.title],
          [pageTexts.telephone, item.businessTelephoneNumber],
          [pageTexts.mobile, item.mobileTelephoneNumber],
          [pageTexts.homeTelephone, item.homeTelephoneNumber],
          [pageTexts.fax, item.businessFaxNumber],
          [pageTexts.mail, item.email1EmailAddress],
          [pageTexts.address, item.workAddress ?? item.postalAddress],
          [pageTexts.website, item.businessHomePage],
        ]
      : [];
  const known = facts.flatMap(([label, value]): [string, string][] => (value?.trim() ? [[label, value.trim()]] : []));
  return known.length > 0 ? { facts: known } : {};
}

/** An attached message is no file, and so its name has no ending. */
const nameOf = ({ innerMsgContent, name, fileName, fileNameShort }: FieldsData): string =>
  innerMsgContent ? `${name ?? ''}.msg` : (fileName ?? fileNameShort ?? '');

async function statedCharset({ messageCodepage, internetCodepage, messageLocaleId }: FieldsData) {
  const ofLanguage = messageLocaleId === undefined ? undefined : (await languages())[messageLocaleId]?.[0];
  for (const page of [messageCodepage, internetCodepage, ofLanguage]) {
    const charset = page === undefined ? undefined : charsetOfPage(page);
    if (charset !== undefined) return charset;
  }
  return undefined;
}

/** Returns the code pages of each language of Windows. */
async function languages(): Promise<Record<number, number[]>> {
  const { default: definitions } = await import('@kenjiuno/msgreader/lib/Defs.js');
  return definitions.getLcidToAnsiCodePages();
}

function charsetOfPage(page: number): Charset | undefined {
  if (page >= 1250 && page <= 1258) return charsetOfLabel(`windows-${page}`);
  if (page >= 28_591 && page <= 28_606) return charsetOfLabel(`iso-8859-${page - 28_590}`);
  return codePages[page];
}

/** Detects the charset of the texts of a message that were read as if one byte was one letter. */
function detectedCharset({ subject, body, senderName }: FieldsData): Promise<Charset> {
  return detectCharset(Buffer.from([subject, senderName, body].join('\n'), 'latin1'));
}

async function htmlOf(html: Uint8Array, mail: FieldsData): Promise<string> {
  const page = mail.internetCodepage ?? mail.messageCodepage;
  const charset = declaredCharset(html, 'text/html') ?? (page === undefined ? undefined : charsetOfPage(page));
  return decodeText(html, charset ?? (await charsetOfText(html, 'text/html')));
}
