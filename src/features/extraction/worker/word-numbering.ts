import type { OfficePackage } from './office-package.ts';
import { attributeOf, walkXml } from './xml-walk.ts';

const maxLevels = 9;
const maxStyles = 10_000;
const maxDepth = 20;

type Level = { format: string; text: string; start: number; restart: number; isLegal: boolean; style: string };
type Abstract = { levels: Level[]; link: string };
type Num = { abstract: string; starts: Map<number, number>; levels: Map<number, Level> };

/** The properties of a paragraph, or of a style that is based on another one, that decide on its number and its direction. */
export type Properties = { style?: string; num?: string; level?: number; isRtl?: boolean };
export type Numbering = {
  /** Returns the number of the next paragraph, or the sign of its list. Undefined for one without. */
  labelOf: (paragraph: Properties) => string | undefined;
  isRtl: (paragraph: Properties) => boolean;
};

const valueOf = (attributes: Record<string, string>) => attributeOf(attributes, 'val') ?? '';
const newLevel = (): Level => ({ format: 'decimal', text: '', start: 1, restart: -1, isLegal: false, style: '' });

/** Counts the numbered paragraphs of a Word document in their order. Source: ECMA-376, Part 1, 17.9. */
export function numberingOf(file: OfficePackage): Numbering {
  const pathOf = (wanted: string) => file.relatedTo(file.main).find(({ type }) => type === wanted)?.path ?? '';
  const styles = stylesOf(file.read(pathOf('styles')));
  const { abstracts, nums } = definitionsOf(file.read(pathOf('numbering')));
  const counts = new Map<Abstract, (number | undefined)[]>();
  const started = new Set<string>();

  /** Returns a property of a paragraph, or that of its style. */
  const inherited = <Value>({ style = '', ...own }: Properties, read: (from: Properties) => Value | undefined) => {
    let [value, at] = [read(own), style];
    for (let depth = 0; value === undefined && depth < maxDepth && at !== ''; depth += 1) {
      const found = styles.get(at);
      [value, at] = [found && read(found), found?.style ?? ''];
    }
    return value;
  };
  const abstractOf = (num: Num): Abstract | undefined => {
    const abstract = abstracts.get(num.abstract);
    const linked = abstract?.link ? nums.get(styles.get(abstract.link)?.num ?? '') : undefined;
    return linked && linked !== num ? abstracts.get(linked.abstract) : abstract;
  };

  const labelOf = (paragraph: Properties): string | undefined => {
    const id = inherited(paragraph, ({ num }) => num) ?? '0';
    const num = nums.get(id);
    const abstract = num && abstractOf(num);
    if (!num || !abstract) return undefined;
    const ofStyle = abstract.levels.findIndex(({ style }) => style !== '' && style === paragraph.style);
    const at = Math.min(inherited(paragraph, ({ level }) => level) ?? Math.max(0, ofStyle), maxLevels - 1);
    const levelOf = (index: number) => num.levels.get(index) ?? abstract.levels[index] ?? newLevel();
    const counted = counts.get(abstract) ?? [];
    counts.set(abstract, counted);
    const override = started.has(`${id} ${at}`) ? undefined : num.starts.get(at);
    started.add(`${id} ${at}`);
    counted[at] = override ?? (counted[at] === undefined ? levelOf(at).start : counted[at] + 1);
    for (let below = at + 1; below < maxLevels; below += 1) {
      const { restart } = levelOf(below);
      if (restart === -1 || at < restart) counted[below] = undefined;
    }
    const { format, text, isLegal } = levelOf(at);
    if (format === 'bullet') return bulletOf(text);
    return text.replaceAll(/%([1-9])/g, (_, number: string) => {
      const level = levelOf(Number(number) - 1);
      return numberIn(isLegal ? 'decimal' : level.format, counted[Number(number) - 1] ?? level.start);
    });
  };
  return { labelOf, isRtl: (paragraph) => inherited(paragraph, ({ isRtl }) => isRtl) ?? false };
}

/** The signs of the fonts Symbol and Wingdings are no letters. */
const bulletOf = (text: string): string => (text === 'o' ? '◦' : /^[^\p{Co}\p{Cc}]+$/u.test(text) ? text : '•');

function numberIn(format: string, value: number): string {
  if (format === 'none') return '';
  const letters = () => String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.min(Math.ceil(value / 26), 20));
  if (value > 0 && format === 'lowerLetter') return letters();
  if (value > 0 && format === 'upperLetter') return letters().toUpperCase();
  if (value > 0 && format === 'lowerRoman') return romanOf(value);
  if (value > 0 && format === 'upperRoman') return romanOf(value).toUpperCase();
  return format === 'decimalZero' ? String(value).padStart(2, '0') : String(value);
}

const romans = 'm:1000 cm:900 d:500 cd:400 c:100 xc:90 l:50 xl:40 x:10 ix:9 v:5 iv:4 i:1'
  .split(' ')
  .map((one) => one.split(':') as [string, string]);

function romanOf(value: number): string {
  if (value > 4999) return String(value);
  let [left, text] = [value, ''];
  for (const [letters, worth] of romans) for (; left >= Number(worth); left -= Number(worth)) text += letters;
  return text;
}

function stylesOf(xml: Iterable<string>): Map<string, Properties> {
  const styles = new Map<string, Properties>();
  let style: Properties | undefined;
  walkXml(xml, {
    open: (name, attributes) => {
      if (name === 'style') styles.set(attributeOf(attributes, 'styleId') ?? '', (style = {}));
      if (!style) return;
      if (name === 'basedOn') style.style = valueOf(attributes);
      if (name === 'numId') style.num = valueOf(attributes);
      if (name === 'ilvl') style.level = Number(valueOf(attributes)) || 0;
      if (name === 'bidi') style.isRtl = isOn(valueOf(attributes));
    },
    close: (name) => {
      if (name === 'style') style = undefined;
    },
    isEnough: () => styles.size > maxStyles,
  });
  return styles;
}

export const isOn = (value: string): boolean => !/^(0|false|off)$/.test(value);

function definitionsOf(xml: Iterable<string>) {
  const abstracts = new Map<string, Abstract>();
  const nums = new Map<string, Num>();
  let abstract: Abstract | undefined;
  let num: Num | undefined;
  let level: Level | undefined;
  let at = 0;
  const idIn = (attributes: Record<string, string>, name: string) => attributeOf(attributes, name) ?? '';
  const levelTags: Record<string, (level: Level, value: string) => void> = {
    numFmt: (one, value) => void (one.format = value),
    lvlText: (one, value) => void (one.text = value),
    start: (one, value) => void (one.start = Number(value) || 0),
    lvlRestart: (one, value) => void (one.restart = Number(value) || 0),
    isLgl: (one, value) => void (one.isLegal = isOn(value)),
    pStyle: (one, value) => void (one.style = value),
  };
  walkXml(xml, {
    open: (name, attributes) => {
      const value = valueOf(attributes);
      if (name === 'abstractNum')
        abstracts.set(idIn(attributes, 'abstractNumId'), (abstract = { levels: [], link: '' }));
      if (name === 'num')
        nums.set(idIn(attributes, 'numId'), (num = { abstract: '', starts: new Map(), levels: new Map() }));
      if (name === 'abstractNumId' && num) num.abstract = value;
      if (name === 'numStyleLink' && abstract) abstract.link = value;
      if (name === 'lvl' || name === 'lvlOverride') at = Math.min(Number(idIn(attributes, 'ilvl')) || 0, maxLevels);
      if (name === 'startOverride') num?.starts.set(at, Number(value) || 0);
      if (name === 'lvl') {
        level = newLevel();
        if (abstract) abstract.levels[at] = level;
        else num?.levels.set(at, level);
      }
      if (level) levelTags[name]?.(level, value);
    },
    close: (name) => {
      if (name === 'lvl') level = undefined;
      if (name === 'abstractNum') abstract = undefined;
      if (name === 'num') num = undefined;
    },
    isEnough: () => abstracts.size + nums.size > maxStyles,
  });
  for (const { levels } of abstracts.values())
    for (let index = 0; index < maxLevels; index += 1) levels[index] ??= newLevel();
  return { abstracts, nums };
}
