import { counted } from '#shared/format.ts';

/** The labels on document preview pages. Our choice. */
export const pageTexts = {
  /** Not the file name, because files with equal content share the page. */
  title: 'Preview',
  lostPicture: 'A picture that cannot be shown here',
  rowsLeft: (rows: number, columns: number) =>
    `Only the first ${counted(rows, 'row')} and ${counted(columns, 'column')} are shown.`,
  hiddenLeft: (rows: number, columns: number) => {
    const parts = [
      rows > 0 ? counted(rows, 'hidden row') : '',
      columns > 0 ? counted(columns, 'hidden column') : '',
    ].filter(Boolean);
    return `${parts.join(' and ')} ${rows + columns === 1 ? 'is' : 'are'} not shown.`;
  },
  hiddenSheets: (count: number) => `${counted(count, 'hidden sheet')} ${count === 1 ? 'is' : 'are'} not shown.`,
  emptySheet: 'This sheet is empty.',
  emptyDocument: 'There is no text in this document.',
  cut: 'This document is long. Only its beginning is shown.',
  pageOf: (page: number, count: number) => `Page ${page} of ${count}`,
  pagesLeft: (count: number) => `${counted(count, 'more page')} not shown.`,
  sheetsLeft: (count: number) => `${counted(count, 'more sheet')} not shown.`,
  name: 'Name',
  size: 'Size',
  entriesLeft: (count: number) => `${counted(count, 'more entry', 'more entries')} not listed.`,
  emptyArchive: 'This archive is empty.',
  from: 'From',
  to: 'To',
  copy: 'Cc',
  date: 'Date',
  starts: 'Starts',
  ends: 'Ends',
  due: 'Due',
  repeats: 'Repeats',
  place: 'Location',
  organizer: 'Organizer',
  attendees: 'Attendees',
  status: 'Status',
  notes: 'Notes',
  birthday: 'Birthday',
  noTitle: '(no title)',
  company: 'Company',
  jobTitle: 'Job title',
  telephone: 'Telephone',
  mobile: 'Mobile',
  homeTelephone: 'Home telephone',
  fax: 'Fax',
  mail: 'Email',
  address: 'Address',
  website: 'Website',
  attachments: 'Attachments',
  comment: (number: string) => `[C${number}]`,
  pictureAt: (cell: string) => `Picture at ${cell}`,
  noSubject: '(no subject)',
} as const;
