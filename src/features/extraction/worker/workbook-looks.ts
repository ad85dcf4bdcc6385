import { tinted } from './cell-look.ts';
import type { CellLook, Side } from './cell-look.ts';
import type { OfficePackage } from './office-package.ts';
import { walkSpreadsheetXml, walkXml } from './xml-walk.ts';
import type { Attributes } from './xml-walk.ts';

/** More styles than Excel allows. */
const maxStyles = 70_000;

/** The colours that a number stands for, from 8 on; those from 0 to 7 are the first eight. Source: ECMA-376, 18.8.27. */
const palette = (
  '000000 ffffff ff0000 00ff00 0000ff ffff00 ff00ff 00ffff 800000 008000 000080 808000 800080 008080 c0c0c0 808080 ' +
  '9999ff 993366 ffffcc ccffff 660066 ff8080 0066cc ccccff 000080 ff00ff ffff00 00ffff 800080 800000 008080 0000ff ' +
  '00ccff ccffff ccffcc ffff99 99ccff ff99cc cc99ff ffcc99 3366ff 33cccc 99cc00 ffcc00 ff9900 ff6600 666699 969696 ' +
  '003366 339966 003300 333300 993300 993366 333399 333333'
).split(' ');

/** The colours of the theme stand in this order in its part, and cells count them in another one. */
const themeNames = ['lt1', 'dk1', 'lt2', 'dk2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6'];

const sides = new Set<string>(['left', 'right', 'top', 'bottom'] satisfies Side[]);
const isOn = (value: string | undefined): boolean => !/^(0|false|none)$/.test(value ?? '1');

/** Returns the look of each cell style of an xlsx file. Source: ECMA-376, Part 1, 18.8. */
export function looksOf(book: OfficePackage, styles: string): CellLook[] {
  const theme = themeOf(book);
  const fonts: CellLook[] = [];
  const fills: CellLook[] = [];
  const borders: NonNullable<CellLook['borders']>[] = [];
  const looks: CellLook[] = [];
  let [part, side, isSolid] = ['', '', false];
  const open: Record<string, (name: string, attributes: Attributes) => void> = {
    fonts: (name, attributes) => {
      if (name === 'font') fonts.push({});
      const font = fonts.at(-1);
      if (!font) return;
      if (name === 'b') font.isBold = isOn(attributes['val']);
      if (name === 'i') font.isItalic = isOn(attributes['val']);
      if (name === 'u') font.isUnderlined = isOn(attributes['val']);
      if (name === 'strike') font.isStruck = isOn(attributes['val']);
      if (name === 'color') Object.assign(font, { color: colorOf(attributes, theme) });
    },
    fills: (name, attributes) => {
      if (name === 'fill') fills.push({});
      if (name === 'patternFill') isSolid = attributes['patternType'] === 'solid';
      const fill = fills.at(-1);
      if (name === 'fgColor' && isSolid && fill) Object.assign(fill, { fill: colorOf(attributes, theme) });
    },
    borders: (name, attributes) => {
      if (name === 'border') borders.push({});
      const { style = 'none' } = attributes;
      if (sides.has(name)) side = isOn(style) ? name : '';
      const border = borders.at(-1);
      if (!border || side === '') return;
      if (sides.has(name)) border[side as Side] = { isThick: /^(medium|thick|double)/.test(style) };
      if (name === 'color') Object.assign(border[side as Side] ?? {}, { color: colorOf(attributes, theme) });
    },
    cellXfs: (name, attributes) => {
      if (name === 'xf')
        looks.push({
          ...fonts[Number(attributes['fontId'] ?? 0)],
          ...fills[Number(attributes['fillId'] ?? 0)],
          borders: borders[Number(attributes['borderId'] ?? 0)] ?? {},
        });
      const align = /^(left|center|right)$/.exec(attributes['horizontal'] ?? '')?.[0];
      if (name === 'alignment' && align) Object.assign(looks.at(-1) ?? {}, { align });
    },
  };
  walkSpreadsheetXml(book.read(styles), {
    open: (name, attributes) => {
      if (open[name]) part = name;
      else open[part]?.(name, attributes);
    },
    close: (name) => {
      if (name === part) part = '';
    },
    isEnough: () => [fonts, fills, borders, looks].some((list) => list.length > maxStyles),
  });
  return looks;
}

function colorOf({ rgb, indexed, theme, tint = '0' }: Attributes, themeColors: readonly string[]): string | undefined {
  const number = Number(indexed);
  const stated =
    rgb?.slice(-6) ?? (indexed === undefined ? themeColors[Number(theme)] : palette[number >= 8 ? number - 8 : number]);
  return stated !== undefined && /^[0-9a-f]{6}$/i.test(stated) ? tinted(stated, Number(tint)) : undefined;
}

function themeOf(book: OfficePackage): string[] {
  const path = book.relatedTo(book.main).find(({ type }) => type === 'theme')?.path;
  const colors = new Map<string, string>();
  let name = '';
  if (path !== undefined)
    walkXml(book.read(path), {
      open: (element, { val, lastClr }) => {
        if (themeNames.includes(element)) name = element;
        const color = element === 'srgbClr' ? val : element === 'sysClr' ? lastClr : undefined;
        if (name !== '' && color !== undefined && !colors.has(name)) colors.set(name, color);
      },
      close: (element) => {
        if (element === name) name = '';
      },
      isEnough: () => colors.size >= themeNames.length,
    });
  return themeNames.map((one) => colors.get(one) ?? '');
}
