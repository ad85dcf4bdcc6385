import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import type { Row } from './measure.ts';

const page = join(import.meta.dirname, '../docs/performance.md');
const from = '<!-- the table begins; npm run bench -- --write replaces it -->';
const to = '<!-- the table ends -->';

/** Describes the machine on which the figures were measured. */
export function describeMachine(): string {
  const [{ model } = { model: 'unknown processor' }] = cpus();
  return [
    `${model.trim()}, ${cpus().length} cores`,
    `${(totalmem() / 1024 ** 3).toFixed(0)} GiB of memory`,
    `disk ${describeDisk()}`,
    `Node ${process.version}`,
    `${type()} ${release()} ${arch()}`,
    `load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  ].join(', ');
}

function describeDisk(): string {
  try {
    const lines = execFileSync('df', ['-PT', import.meta.dirname], { encoding: 'utf8' }).split('\n');
    return (lines[1] ?? '').split(/\s+/, 2).join(' ');
  } catch {
    return 'unknown';
  }
}

const titles = ['#', 'workload', 'ours', 'limit: ratio, median (least–most)', 'goal', 'measured'];

export const showTable = (rows: readonly Row[]): string => showLines(rows.map(cellsOf));

/** The day and the commit of the program that is measured. */
const measured = `${new Date().toISOString().slice(0, 10)} ${commit()}`;

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    }).trim();
  } catch {
    return 'unknown';
  }
}

function cellsOf(row: Row): string[] {
  const limit = [row.limit, row.ratio].filter((part) => part !== '').join(': ');
  const goal = row.met === false ? `${row.goal} **missed**` : row.goal;
  return [String(row.line), row.workload, row.ours, limit, goal, measured];
}

function showLines(lines: readonly string[][]): string {
  const widths = titles.map((title, column) =>
    Math.max(3, title.length, ...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const show = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [show(titles), show(widths.map((width) => '-'.repeat(width))), ...lines.map(show)].join('\n');
}

/** The row of the slowest query ends with that query, which may be another one the next time. */
const isSame = (one: string, other: string): boolean => {
  const withoutQuery = (workload: string) => workload.replace(/: `[^`]*`$/, '');
  return withoutQuery(one) === withoutQuery(other);
};

/** Replaces these rows in the table of docs/performance.md, and keeps the others. */
export function writeTable(rows: readonly Row[], machine: string): void {
  const text = readFileSync(page, 'utf8');
  const [before, rest = ''] = text.split(from);
  const [earlier = '', after] = rest.split(to);
  if (before === undefined || after === undefined) throw new Error(`${page} does not contain the marks of its table`);
  const otherLines = earlier
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\||\|$/g, '').trim()))
    .filter(
      ([line, workload = '']) => !rows.some((row) => String(row.line) === line && isSame(row.workload, workload)),
    );
  const lines = [...otherLines, ...rows.map(cellsOf)].toSorted(([one], [other]) => Number(one) - Number(other));
  writeFileSync(page, `${before}${from}\n\nLast measured on ${machine}.\n\n${showLines(lines)}\n\n${to}${after}`);
}
