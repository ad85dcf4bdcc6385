/** A piece of text on a page. The last two numbers of `transform` are its position. */
export type PdfItem = { str: string; hasEOL: boolean; width: number; height: number; transform: unknown[] };

/** The fields of an annotation that hold text. */
export type PdfAnnotation = {
  subtype?: string;
  fieldType?: string;
  fieldValue?: unknown;
  /** What a choice field stores, and shows, for each choice. */
  options?: readonly { exportValue?: unknown; displayValue?: unknown }[];
  contentsObj?: { str?: string };
};

/** Returns the text of a page. Pieces that are far apart are separate words, and words that a line end parts are joined. */
export function textOfItems(items: readonly PdfItem[]): string {
  const parts: string[] = [];
  let previous: PdfItem | undefined;
  for (const item of items) {
    if (previous && !previous.hasEOL && isApart(previous, item)) parts.push(' ');
    parts.push(item.str, item.hasEOL ? '\n' : '');
    if (item.str !== '' || item.hasEOL) previous = item;
  }
  return withoutHyphens(parts.join(''));
}

/** Returns whether two pieces are on different lines, or have a letter's space between them. Only for horizontal text. */
function isApart(one: PdfItem, other: PdfItem): boolean {
  const height = Math.max(one.height, other.height);
  const [x, y, otherX, otherY] = [...positionOf(one), ...positionOf(other)] as [number, number, number, number];
  if (height === 0 || Number(one.transform[1]) !== 0 || Number(other.transform[1]) !== 0) return false;
  const gap = Math.max(otherX - (x + one.width), x - (otherX + other.width));
  return Math.abs(y - otherY) > height || gap > height;
}

const positionOf = ({ transform }: PdfItem): number[] => [Number(transform[4]), Number(transform[5])];

// At most 40 letters, which keeps the time linear.
const parted = /(\p{L}{2,40})[-\u2010]\n(\p{Ll}{2,40})/gu;
const hyphenAtEnd = /(?<=\p{L}\p{L})[-\u2010\u00AD]\n(?=\p{Ll}\p{Ll})/gu;

/** Joins 'loa-' and 'ded'. The hyphen may belong to the word, as in 'forty-foot', so the parts follow at the end. */
function withoutHyphens(text: string): string {
  const words = Array.from(text.matchAll(parted), ([, start = '', end = '']) => `${start}-${end}`);
  return [text.replaceAll(hyphenAtEnd, ''), ...words].join('\n');
}

/** Returns the values of text and choice fields as they are shown, and the comments. Those of buttons are names without a meaning. */
export function textOfAnnotations(annotations: readonly PdfAnnotation[]): string {
  const texts = annotations.flatMap(({ subtype, fieldType, fieldValue, options = [], contentsObj }) => {
    if (subtype !== 'Widget') return [contentsObj?.str];
    if (fieldType === 'Btn') return [];
    return [fieldValue].flat().flatMap((value) => {
      const shown = options.find(({ exportValue }) => exportValue === value)?.displayValue;
      return shown === undefined || shown === value ? [value] : [value, shown];
    });
  });
  return texts.filter((text) => typeof text === 'string' && text !== '').join('\n');
}
