import { escapeHtml } from '#shared/escape-html.ts';
import { walkXml } from './xml-walk.ts';

const maxSeries = 50;
const maxPoints = 500;

export type Chart = {
  title?: string | undefined;
  labels: readonly string[];
  dataSets: readonly { name?: string | undefined; values: readonly string[] }[];
};

/** Returns the numbers of a chart as a table. */
export function chartTable({ title = '', labels, dataSets }: Chart): string {
  const cells = (tag: 'th' | 'td', texts: readonly (string | undefined)[]) =>
    texts.map((text) => `<${tag}>${escapeHtml(text ?? '')}</${tag}>`).join('');
  const head = cells('th', ['', ...dataSets.map((set) => set.name)]);
  const count = Math.max(labels.length, ...dataSets.map(({ values }) => values.length));
  const rows = Array.from({ length: count }, (_, row) => {
    const values = dataSets.map((set) => rounded(set.values[row]));
    return `<tr>${cells('th', [labels[row]])}${cells('td', values)}</tr>`;
  });
  return `<table><caption>${escapeHtml(title)}</caption><tr>${head}</tr>${rows.join('')}</table>`;
}

/** Spreadsheets store 4.4 as 4.4000000000000004. They show 15 digits at most. */
function rounded(value = ''): string {
  const number = Number(value);
  return value.trim() === '' || !Number.isFinite(number) ? value : String(Number(number.toPrecision(15)));
}

const roles: Record<string, 'name' | 'labels' | 'values'> = {
  tx: 'name',
  cat: 'labels',
  xVal: 'labels',
  val: 'values',
  yVal: 'values',
};
type Series = { name: string[]; labels: string[]; values: string[] };

/** Reads the numbers that a chart keeps beside the references to its cells. Source: ECMA-376, Part 1, 21.2. */
export function readChart(xml: string | Iterable<string>): Chart {
  const series: Series[] = [];
  const title: string[] = [];
  let [isTitle, isInPlot, isText, point] = [false, false, false, 0];
  let role: (typeof roles)[string] | undefined;
  walkXml(xml, {
    open: (name, attributes) => {
      if (name === 'plotArea') isInPlot = true;
      if (name === 'title') isTitle = !isInPlot;
      if (name === 'ser') series.push({ name: [], labels: [], values: [] });
      if (isInPlot && roles[name]) role = roles[name];
      // The labels of single points have texts too.
      if (name === 'dLbls') role = undefined;
      if (name === 'pt') point = Math.min(Number(attributes['idx']) || 0, maxPoints);
      isText = name === 'v' || (isTitle && name === 't');
    },
    text: (text) => {
      const list = isTitle ? title : role && series.at(-1)?.[role];
      if (!isText || !list) return;
      if (isTitle) list.push(text);
      else if (point < maxPoints) list[point] = `${list[point] ?? ''}${text}`;
    },
    close: (name) => {
      isText = false;
      if (name === 'plotArea') isInPlot = false;
      if (name === 'title') isTitle = false;
      if (roles[name] === role) [role, point] = [undefined, 0];
    },
    isEnough: () => series.length > maxSeries,
  });
  return {
    title: title.join(''),
    labels: withoutGaps(series.find(({ labels }) => labels.length > 0)?.labels ?? []),
    dataSets: series
      .slice(0, maxSeries)
      .map(({ name, values }) => ({ name: name.join(''), values: withoutGaps(values) })),
  };
}

const withoutGaps = (texts: readonly string[]): string[] => Array.from(texts, (text) => text ?? '');
