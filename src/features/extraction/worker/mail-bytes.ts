import { charsetOfLabel, decodeText } from '../charset.rules.ts';
import { charsetOfText } from './detect-charset.ts';

const blankLine = /\r?\n\r?\n/;

/**
 * Returns an RFC 822 message whose undeclared letters outside ASCII are UTF-8, as the mail library expects them: its
 * headers, and its body if no part names a charset.
 */
export async function mailInUtf8(bytes: Buffer): Promise<Buffer> {
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
