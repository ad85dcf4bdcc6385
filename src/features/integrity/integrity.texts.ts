import { counted } from '#shared/format.ts';

/** Our choice throughout: what administrators and managers are told of damaged files. Source: robustness.md section 2, Download. */
export const notices = {
  title: { missing: 'Stored file missing', damaged: 'Stored file damaged' },
  message: {
    missing: (name: string) =>
      `${name} is missing from the file store and cannot be downloaded. Restore it from a backup or upload it again.`,
    damaged: (name: string) =>
      `${name} is damaged in the file store and cannot be downloaded. Restore it from a backup or upload it again.`,
  },
  file: (name: string) => `"${name}"`,
  inTrash: (name: string) => `"${name}", which is in the trash,`,
  version: (name: string) => `An earlier version of "${name}"`,
  /** The files page, searched for the name. */
  link: (name: string) => `/files?${new URLSearchParams({ q: name }).toString()}`,
  severalTitle: 'Stored files damaged',
  severalMessage: (count: number) =>
    `${counted(count, 'more stored file')} ${count === 1 ? 'is' : 'are'} missing or damaged. "npm run admin -- verify" on the server names them all.`,
} as const;
