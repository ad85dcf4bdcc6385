import { counted } from '#shared/format.ts';
import type { Scan } from './virus-scan.rules.ts';

const maxNamed = 5;

function listOf(filenames: readonly string[]): string {
  const named = filenames.slice(0, maxNamed);
  const more = filenames.length - named.length;
  if (more > 0) return `${named.join(', ')} and ${counted(more, 'more file')}`;
  return `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}

/** Sentences about the virus scanner. Our choice. */
export const scanTexts = {
  infected: (filename: string, finding: string) =>
    `The virus scanner found ${finding} in ${filename}, so nobody can open or download it. Delete the file, or replace it with a clean one.`,
  /** The finding for a virus without a name. */
  unnamed: 'a virus',
  severalInfected: (filenames: readonly string[]) =>
    `The virus scanner found viruses in ${listOf(filenames)}, so nobody can open or download these files. Delete them, or replace them with clean ones.`,
  notScanned: (filename: string) =>
    `${filename} has not been scanned for viruses yet. Until then only its uploader can open it. Try again in a moment.`,
  cannotScan: (filename: string) =>
    `The virus scanner cannot scan ${filename}, so only its uploader can open it. Tell an administrator.`,
  noticeTitle: 'Virus found',
  notice: (filename: string, finding: string) =>
    `The virus scanner found ${finding} in ${filename}. Nobody can open or download the file. Delete it, or replace it with a clean one.`,
  state: 'Virus scan',
  stage: {
    infected: 'This file contains a virus',
    waiting: 'This file has not been scanned for viruses yet',
    failed: 'The virus scanner cannot scan this file',
  },
  stageHint: ({ state, finding, is_blocked }: Scan) =>
    ({
      infected: `The virus scanner found ${finding ?? 'a virus'}. Nobody can open or download the file. Delete it, or replace it with a clean one.`,
      waiting: is_blocked
        ? 'Until then only its uploader can open it. If this takes more than a few minutes, tell an administrator.'
        : 'Its preview is created after the scan, and its text can be found then.',
      failed: `${is_blocked ? 'Only its uploader can open it.' : 'It has no preview, and its text cannot be found.'} Tell an administrator. The scanner answered: ${finding ?? 'nothing'}`,
    })[state],
  /** Below the name of a file in the list. */
  listed: ({ state, is_blocked }: Scan) =>
    ({
      infected: 'Contains a virus. Nobody can open it.',
      waiting: `Not scanned for viruses yet.${is_blocked ? ' Until then only the uploader can open it.' : ''}`,
      failed: `Could not be scanned for viruses.${is_blocked ? ' Only the uploader can open it.' : ''}`,
    })[state],
};
