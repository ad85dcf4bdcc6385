import { counted } from '#shared/format.ts';

/** What the preview of a file says. Our choice: the specification shows no preview. */
export const previewTexts = {
  loading: 'Loading the preview',
  place: (at: number, of: number) => `${at} of ${of}`,
  previous: 'Previous file',
  next: 'Next file',
  newTab: 'Open in new tab',
  download: 'Download',
  close: 'Close',

  zoomIn: 'Show at full size',
  zoomOut: 'Fit to the window',
  picture: (name: string) => `The picture ${name}`,
  smallOnly: 'This is a small copy',
  smallOnlyHint: 'Browsers cannot show this kind of picture. Download it to see it whole.',

  pageOf: (page: number, count: number) => `Page ${page} of ${count}`,

  source: 'Source',
  rendered: 'Preview',
  viewAs: 'View as',
  leftOutPicture: (text: string) => (text ? `Picture: ${text}` : 'Picture'),

  firstMegabyte: 'Only the first 1 MB is shown.',
  firstLines: (lines: number) => `Only the first ${counted(lines, 'line')} are shown.`,
  firstRows: (rows: number, columns: number) =>
    `Only the first ${counted(rows, 'row')} and ${counted(columns, 'column')} are shown.`,
  table: (name: string) => `The table ${name}`,
  text: (name: string) => `The text of ${name}`,
  document: (name: string) => `The pages of ${name}`,

  making: 'The preview is being made',
  makingHint: 'It appears here by itself in a moment.',
  none: 'There is no preview of this kind of file',
  noneHint: 'Download it and open it with a program on your device.',
  failed: 'The preview could not be made',
  failedHint: 'The file may be damaged or too large to read. Download it to look at it.',
  broken: 'This file cannot be shown',
  brokenHint: 'It seems to be damaged or incomplete. Download it to look at it with another program.',
  protected: 'This PDF is protected with a password',
  protectedHint: 'Download it and open it with a program that asks for the password.',
  unplayable: 'Your browser cannot play this file',
  unplayableHint: 'Download it and play it with a program on your device.',
  empty: 'This file is empty',
  emptyHint: 'It holds no bytes, so there is nothing to show.',
  notLoaded: 'The file could not be loaded',
  notLoadedHint: 'Check your connection and try again.',
  gone: 'This file cannot be shown',
  tryAgain: 'Try again',
} as const;
