import { counted, locale } from '#shared/format.ts';

/** Texts of the dossier of a container. Our choice throughout. */
export const dossierTexts = {
  title: (label: string) => `Dossier of ${label}`,
  created: (at: string, by: string, zone: string) =>
    `Created ${at} by ${by}, with everything that ${by} may see. Times are in the time zone ${zone}.`,
  details: 'Details',
  documents: 'Documents',
  noDocuments: 'No documents are linked to this container.',
  timeline: 'Timeline',
  older: (max: number) => `Only the newest ${max.toLocaleString(locale)} entries are listed.`,
  noType: 'Without a type',
  unknown: 'Unknown',
  columns: { name: 'Name', type: 'Type', size: 'Size', uploaded: 'Uploaded', link: 'Link', sha256: 'SHA-256' },
  csv: ['Kind', 'Time (UTC)', 'Person', 'Text', 'Path', 'Type', 'Bytes', 'SHA-256'],
  kinds: { document: 'Document', event: 'Event', hidden: 'Not included' },
  tooMany: (count: number, max: number) =>
    `This container has ${counted(count, 'document')}, and a dossier holds at most ${max}. Download them on the files page, or unlink those that do not belong here.`,
} as const;
