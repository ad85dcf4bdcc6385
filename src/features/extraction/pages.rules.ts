/** The kinds of documents that get a preview page. */
export type PageKind =
  | OfficeKind
  | 'doc'
  | 'xls'
  | 'ppt'
  | 'epub'
  | 'eml'
  | 'msg'
  | 'cards'
  | 'html'
  | 'svg'
  | 'zip'
  | 'tar'
  | 'gzip';
export type OfficeKind = 'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'rtf';

// Documents with macros, templates and slide shows are the same formats under other names.
const kinds: [types: RegExp, kind: PageKind][] = [
  [/^application\/vnd\.(openxmlformats-officedocument\.wordprocessingml|ms-word)\.(document|template)\b/, 'docx'],
  [
    /^application\/vnd\.(openxmlformats-officedocument\.spreadsheetml|ms-excel)\.(sheet|template)\b(?!\.binary)/,
    'xlsx',
  ],
  [
    /^application\/vnd\.(openxmlformats-officedocument\.presentationml|ms-powerpoint)\.(presentation|template|slideshow)\b/,
    'pptx',
  ],
  [/^application\/vnd\.oasis\.opendocument\.text(-template|-flat-xml)?$/, 'odt'],
  [/^application\/vnd\.oasis\.opendocument\.spreadsheet(-template|-flat-xml)?$/, 'ods'],
  [/^application\/vnd\.oasis\.opendocument\.presentation(-template|-flat-xml)?$/, 'odp'],
  [/^application\/rtf$/, 'rtf'],
  [/^application\/msword$/, 'doc'],
  [/^application\/vnd\.ms-excel(\.sheet\.binary\..+)?$/, 'xls'],
  [/^application\/vnd\.ms-powerpoint$/, 'ppt'],
  [/^application\/epub\+zip$/, 'epub'],
  [/^application\/zip$/, 'zip'],
  [/^application\/x-tar$/, 'tar'],
  [/^application\/gzip$/, 'gzip'],
  // A web archive is a message too.
  [/^(message\/rfc822|multipart\/related)$/, 'eml'],
  [/^application\/vnd\.ms-outlook$/, 'msg'],
  [/^text\/(calendar|x-vcalendar|vcard|x-vcard)$/, 'cards'],
  [/^(text\/html|application\/xhtml\+xml)$/, 'html'],
  [/^image\/svg\+xml$/, 'svg'],
];

/** Returns the kind of document, or undefined for types without a preview page. */
export function pageKindOf(mediaType: string): PageKind | undefined {
  const [type = ''] = mediaType.split(';', 1);
  return kinds.find(([types]) => types.test(type))?.[1];
}
