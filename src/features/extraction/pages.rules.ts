const officeKinds = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/rtf': 'rtf',
} as const;
export type OfficeKind = (typeof officeKinds)[keyof typeof officeKinds];

const mailKinds = { 'message/rfc822': 'eml', 'application/vnd.ms-outlook': 'msg' } as const;
type MailKind = (typeof mailKinds)[keyof typeof mailKinds];

const kinds = new Map<string, OfficeKind | MailKind>(Object.entries({ ...officeKinds, ...mailKinds }));

/** Returns the kind of document, or undefined for types without a preview page, such as Office files before 2007. */
export const pageKindOf = (mediaType: string): OfficeKind | MailKind | undefined =>
  kinds.get(mediaType.split(';', 1)[0] ?? '');
