import { counted, locale } from '#shared/format.ts';
import type { WayOfLinking } from './container-files.rules.ts';

/** Sentences of the links between containers and files. Our choice throughout. */
export const refusals = {
  onlyOwnFiles: 'You can only link and unlink files that you uploaded.',
  notLinked: 'This file is not linked to this container.',
} as const;

type Link = { how: WayOfLinking; found: string | null; linked_by: { name: string } | null };

export const linkTexts = {
  dossier: 'Download dossier',
  documents: 'Documents',
  search: 'Find in documents',
  noDocuments: 'No documents are linked to this container.',
  loadFailed: 'The documents could not be loaded',
  more: 'Show more documents',
  attach: 'Attach documents',
  noneToAttach: 'No documents are linked yet. Upload one.',
  upload: 'Upload documents',
  photo: 'Take a photo',
  dropNow: 'Drop to upload to this container',
  addFile: 'Link a document',
  searchFiles: 'Search files by name...',
  download: (name: string) => `Download ${name}`,
  unlink: (name: string) => `Unlink ${name}`,
  linked: 'Linked',
  linkedTo: (count: number, container: string) =>
    count === 0
      ? `Nothing changed: linked to ${container} already`
      : `${counted(count, 'file')} linked to ${container}`,
  linkedAgain: 'Linked again',
  linkFailed: 'The link was not saved',
  unlinked: 'Link removed',
  unlinkFailed: 'The link was not removed',
  looksLike: (type: string, matching: number, similar: number) =>
    `Probably ${type}: the text is like ${matching.toLocaleString(locale)} of ${counted(similar, 'similar document')}`,
  setType: (type: string) => `Set type ${type}`,
  typeSet: 'Type changed',
  typeFailed: 'The type was not changed',
  containers: 'Containers',
  containersFailed: 'The containers could not be loaded.',
  addContainer: 'Link to container...',
  searchContainers: 'Search containers by name or number...',
  noneFound: 'Nothing found',
  /** How a link was made. */
  how: ({ how, found, linked_by }: Link) =>
    how === 'hand'
      ? `Linked by ${linked_by?.name ?? 'an unknown user'}`
      : `Found in the ${how}${found === null ? '' : `: ${found}`}`,
} as const;
