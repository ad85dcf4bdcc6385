import { counted } from '#shared/format.ts';
import type { ProposedType } from './type-proposals.rules.ts';

/** Texts of the types of files before their upload, and of uploads to a container. Our choice throughout. */
export const containerUploadTexts = {
  title: 'Upload documents',
  to: 'For container',
  choose: 'For a container...',
  team: 'Team',
  typeOf: (name: string) => `Type of ${name}`,
  chooseType: 'Choose a type',
  allTypes: 'Type of all files without one',
  why: (proposed: ProposedType) =>
    proposed.because === 'similar'
      ? `Like ${proposed.matching} of ${counted(proposed.similar, 'similar file')}`
      : { name: 'From its name', photo: 'A photo', lastPhoto: 'Like your last photo', only: '' }[proposed.because],
  typeMissing: 'Choose a type for this file.',
  add: 'Add files',
  upload: (count: number) => `Upload ${counted(count, 'document')}`,
  close: 'Close',
  files: 'Documents to upload',
  done: (count: number) => `${counted(count, 'document')} uploaded and linked`,
  linkMissing: 'The files were stored, but not linked',
  linkMissingHint: 'The container no longer exists or is no longer shared with you. The files are on the files page.',
  optional: 'Optional. The files are linked to this container.',
  noContainer: 'This container does not exist or is not shared with you.',
  withoutContainer: 'Upload without a container',
} as const;
