import { counted } from '#shared/format.ts';

/**
 * Our choice throughout: notifications of administrators and managers about damaged files.
 * See docs/choices.md#damaged-files.
 */
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
  /** Opens the files page with a search for the name. */
  link: (name: string) => `/files?${new URLSearchParams({ q: name }).toString()}`,
  severalTitle: 'Stored files damaged',
  severalMessage: (count: number) =>
    `${counted(count, 'more stored file')} ${count === 1 ? 'is' : 'are'} missing or damaged. Run "npm run admin -- verify" on the server to list them all.`,
} as const;
