export type Side = 'left' | 'right' | 'top' | 'bottom';

/** The look of a cell. Colours have six hexadecimal digits. */
export type CellLook = {
  isBold?: boolean;
  isItalic?: boolean;
  isUnderlined?: boolean;
  isStruck?: boolean;
  color?: string;
  fill?: string;
  align?: 'left' | 'center' | 'right';
  borders?: Partial<Record<Side, { color?: string; isThick: boolean }>>;
};

const ink = '15212f';
const paper = 'ffffff';
/** The colour of text that has none. The page has a softer ink. */
const automatic = '000000';

/** The least contrast of text that is shown. Text with less gets black or white. Our choice: it is that of large text in WCAG 2.2. */
const minContrast = 3;

/** Returns the declarations for a look. All values are made here, none is copied from a document. */
export function cssOf({
  isBold,
  isItalic,
  isUnderlined,
  isStruck,
  color,
  fill,
  align,
  borders = {},
}: CellLook): string {
  const line = [isUnderlined && 'underline', isStruck && 'line-through'].filter(Boolean).join(' ');
  const shown = colorOf(fill);
  const text = readableOn(shown ?? paper, statedOf(color) ?? ink);
  return [
    isBold && 'font-weight:650',
    isItalic && 'font-style:italic',
    line && `text-decoration:${line}`,
    text !== ink && `color:#${text}`,
    shown !== undefined && shown !== paper && `background:#${shown}`,
    align && `text-align:${align}`,
    ...Object.entries(borders).map(
      ([side, border]) => `border-${side}:${border.isThick ? 2 : 1}px solid #${colorOf(border.color) ?? ink}`,
    ),
  ]
    .filter(Boolean)
    .join(';');
}

/** Returns whether a look is seen in a cell without text. */
export const isSeenEmpty = ({ fill, borders = {} }: CellLook): boolean =>
  (colorOf(fill) ?? paper) !== paper || Object.keys(borders).length > 0;

const statedOf = (color: string | undefined) => (colorOf(color) === automatic ? undefined : colorOf(color));

const colorOf = (color: string | undefined): string | undefined =>
  color !== undefined && /^[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : undefined;

function readableOn(fill: string, color: string): string {
  if (contrastOf(fill, color) >= minContrast) return color;
  return contrastOf(fill, ink) >= contrastOf(fill, paper) ? ink : paper;
}

/** Source: WCAG 2.2, contrast ratio and relative luminance. */
function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channelsOf = (color: string): number[] => [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Returns a colour that is lighter by a share of up to 1, or darker by a negative one. */
export function tinted(color: string, tint: number): string {
  if (!Number.isFinite(tint) || tint === 0) return color;
  const share = Math.max(-1, Math.min(1, tint));
  return channelsOf(color)
    .map((channel) => Math.round(share > 0 ? channel + (255 - channel) * share : channel * (1 + share)))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('');
}
