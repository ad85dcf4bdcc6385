import { escapeHtml } from '#shared/escape-html.ts';
import { decodeText } from './charset.rules.ts';
import type { Charset } from './charset.rules.ts';

// The page of a ZIP archive has the bytes of the names whose charset was detected, so that the reader can choose another one.

/** A longer name is shown in the detected charset only. */
const maxNameBytes = 1000;

/** Returns the HTML of a name, with its bytes if they are known. */
export function namedCell(name: string, nameBytes: Buffer | undefined): string {
  if (nameBytes === undefined || nameBytes.length > maxNameBytes) return escapeHtml(name);
  return `<bdi data-name="${nameBytes.toString('base64')}">${escapeHtml(name)}</bdi>`;
}

/** Returns the page with the names in another charset. */
export const withNamesIn = (page: string, charset: Charset): string =>
  page.replaceAll(/(<bdi data-name="([\w+/=]*)">)[^<]*/g, (_, tag: string, name: string) =>
    [tag, escapeHtml(decodeText(Buffer.from(name, 'base64'), charset))].join(''),
  );
