/** The kinds of documents that get a preview page. */
export type PageKind = 'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'rtf' | 'eml' | 'msg';
export type OfficeKind = Exclude<PageKind, 'eml' | 'msg'>;

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
  [/^application\/vnd\.oasis\.opendocument\.text(-template)?$/, 'odt'],
  [/^application\/vnd\.oasis\.opendocument\.spreadsheet(-template)?$/, 'ods'],
  [/^application\/vnd\.oasis\.opendocument\.presentation(-template)?$/, 'odp'],
  [/^application\/rtf$/, 'rtf'],
  [/^message\/rfc822$/, 'eml'],
  [/^application\/vnd\.ms-outlook$/, 'msg'],
];

/** Returns the kind of document, or undefined for types without a preview page. */
export function pageKindOf(mediaType: string): PageKind | undefined {
  const [type = ''] = mediaType.split(';', 1);
  return kinds.find(([types]) => types.test(type))?.[1];
}
