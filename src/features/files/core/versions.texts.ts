import { formatDateTime, formatSize } from '#shared/format.ts';
import type { FileEvent } from './versions.contract.ts';

export const detailsTexts = {
  details: 'Details',
  versions: 'Versions',
  access: 'Access',
  activity: 'Activity',
  sections: 'Sections',
  loading: 'Loading the details...',
  loadFailed: 'Failed to load the details',

  type: 'File type',
  team: 'Team',
  uploader: 'Uploaded by',
  uploadedAt: 'Uploaded',
  size: 'Size',
  kind: 'Format',
  content: 'Current version',
  contentBy: (name: string, moment: string) => `${name}, ${formatDateTime(moment)}`,
  versionsCount: 'Earlier versions',
  downloads: 'Downloads',
  text: 'Text',
  fromScan: 'Recognized in a scan. It may contain errors.',
  partlySearched: 'Too long to be searched whole. The search covers up to 4 MB of it, with a share for each sheet.',
  hash: 'SHA-256',
  copyHash: 'Copy SHA-256',
  hashCopied: 'SHA-256 copied',
  copyFailed: 'Copying failed. Select the text and copy it.',

  current: 'Current',
  noVersions: 'No earlier versions',
  noVersionsHint: 'When the content of this file is replaced, the earlier content is kept here.',
  moreVersions: 'Show older versions',
  moreFailed: 'Older versions could not be loaded.',
  whoAndSize: (name: string, bytes: number) => `${name} · ${formatSize(bytes)}`,
  wasNamed: (name: string) => `Was named ${name}`,
  restore: 'Restore',
  restoreTitle: 'Restore this version?',
  restoreExplained: (name: string, moment: string) =>
    `"${name}" gets the content of ${formatDateTime(moment)} again. The current content is kept as a version.`,
  restored: (name: string) => `"${name}" has its earlier content again`,
  restoreFailed: 'Failed to restore the version',

  maxEvents: (max: number) => `The last ${max} are listed.`,
} as const;

/** Returns the sentence for an event of a file. */
export function eventSentence({ what, user, old_value, new_value }: FileEvent): string {
  const isLink = what === 'linked' || what === 'unlinked';
  const who = user?.name ?? (isLink ? 'System' : 'An unknown user');
  const fromTo = (from: string | null, to: string | null) => `${from === null ? '' : ` from ${from}`} to ${to ?? ''}`;
  const sentences: Record<FileEvent['what'], () => string> = {
    uploaded: () => `${who} uploaded it`,
    viewed: () => `${who} last opened it`,
    downloaded: () => `${who} downloaded it`,
    renamed: () => `${who} renamed it${fromTo(old_value, new_value)}`,
    replaced: () => `${who} replaced its content`,
    version_restored: () =>
      `${who} restored ${new_value === null ? 'an earlier version' : `the version of ${formatDateTime(new_value)}`}`,
    type_changed: () => `${who} changed its type${fromTo(old_value, new_value)}`,
    moved: () => `${who} moved it${fromTo(old_value, new_value)}`,
    trashed: () => `${who} moved it to the trash`,
    restored: () => `${who} took it out of the trash`,
    linked: () => `${who} linked it to ${new_value ?? 'a deleted container'}`,
    unlinked: () => `${who} unlinked it from ${new_value ?? 'a deleted container'}`,
  };
  return sentences[what]();
}
