import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const sizes = ['xs', 'sm', 'md', 'lg', 'xl'];
const gaps = ['0', 'xxs', ...sizes];
const weights = ['400', '550', '650'];
const breakpoints = ['36', '48', '62', '75', '88'];

test('styles use the sizes, weights, gaps and breakpoints of the theme only', () => {
  const files = globSync('{web,app/browser,features/*/web}/**/*.{css,ts,tsx}', { cwd: 'src' }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const found = files.flatMap((file) => violationsIn(file, readFileSync(`src/${file}`, 'utf8')));
  assert.deepEqual(found, []);
});

test('a size, a weight, a gap or a breakpoint outside of the theme is reported', () => {
  const planted = `
    .a { font-size: 13px; /* font-size: 1px; */ font-weight: 600; gap: 4px var(--mantine-spacing-sm);
      @media (width < 36em) { row-gap: 0; font: inherit; }
      @media (max-width: 36em) { color: red; }
      @media print { font-size: 9pt; gap: 2mm; }
      @media (pointer: coarse) { font-size: 1rem; }
    }
    @container list (width >= 500px) { .b { font: 600 1rem/1 serif; } }`;
  assert.deepEqual(violationsIn('x.css', planted), [
    'x.css: font-size: 13px',
    'x.css: font-weight: 600',
    'x.css: gap: 4px var(--mantine-spacing-sm)',
    'x.css: @media (max-width: 36em)',
    'x.css: @container list (width >= 500px)',
    'x.css: font: 600 1rem/1 serif',
  ]);
  const page = `<Text fz="13px" fw={600} style={{ fontSize: 12, gap: '3px' }}>
    <Group gap={6}><Stack gap="xxs" /></Group></Text>; useMediaQuery('(min-width: 85em)'); useMediaQuery('(width < 48em)');`;
  assert.deepEqual(violationsIn('x.tsx', page), [
    'x.tsx: fz="13px"',
    'x.tsx: fw={600}',
    'x.tsx: gap={6}',
    'x.tsx: fontSize: 12',
    "x.tsx: gap: '3px'",
    'x.tsx: (min-width: 85em)',
  ]);
});

function violationsIn(file: string, text: string): string[] {
  const found = file.endsWith('.css') ? violationsOfSheet(text) : violationsOfCode(text);
  return found.map((one) => `${file}: ${one}`);
}

/** Walks over the blocks and declarations of a style sheet. */
function violationsOfSheet(text: string): string[] {
  const found: string[] = [];
  const blocks: string[] = [];
  for (const [, part = '', end] of text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    const statement = part.trim().replaceAll(/\s+/g, ' ');
    if (end === '{') {
      blocks.push(statement);
      if (/^@(media|container)/.test(statement) && !hasBreakpoint(statement)) found.push(statement);
    } else {
      const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(statement) ?? [];
      if (!isAllowed(name, value, blocks.join(' '))) found.push(statement);
      if (end === '}') blocks.pop();
    }
  }
  return found;
}

/** Paper has its own sizes. iOS zooms into a field whose text is smaller than 1rem. */
function isAllowed(name: string, value: string, blocks: string): boolean {
  if (/print|@font-face/.test(blocks)) return true;
  if (name === 'font') return value === 'inherit';
  if (name === 'font-size' && value === '1rem') return blocks.includes('pointer: coarse');
  // pdf.js scales its text with the page.
  if (name === 'font-size' && value.startsWith('calc(var(--text-scale-factor)')) return true;
  if (name === 'font-size')
    return ['inherit', ...sizes.map((size) => `var(--mantine-font-size-${size})`)].includes(value);
  if (name === 'font-weight') return ['inherit', ...weights].includes(value);
  const ofTheme = ['0', 'inherit', ...gaps.map((gap) => `var(--mantine-spacing-${gap})`)];
  if (/^((row|column)-)?gap$/.test(name)) return value.split(' ').every((one) => ofTheme.includes(one));
  return true;
}

/** Conditions without a width are free. */
function hasBreakpoint(condition: string): boolean {
  if (!condition.includes('width')) return true;
  if (/(min|max)-width/.test(condition)) return false;
  return [...condition.matchAll(/([\d.]+)(em|px|rem)/g)].every(
    ([, n = '', unit]) => unit === 'em' && breakpoints.includes(n),
  );
}

function violationsOfCode(text: string): string[] {
  const matches = [
    ...text.matchAll(/\b(fz|fw|gap)=(?:"([^"]*)"|\{([\d.]+|'[^']*')\})/g),
    ...text.matchAll(/\b(fontSize|fontWeight|gap|rowGap|columnGap): (?:'([^']*)'|([\d.]+))/g),
    ...text.matchAll(/\((?:(?:min|max)-)?width[^()']*\d(?:em|px)\)/g),
  ];
  const isFine = ([whole, name = '', quoted, bare]: RegExpMatchArray): boolean => {
    const value = (quoted ?? bare ?? '').replaceAll("'", '');
    if (name === '') return hasBreakpoint(whole);
    if (/^(fw|fontWeight)$/.test(name)) return weights.includes(value);
    const allowed = /gap/i.test(name) ? gaps : ['inherit', ...sizes];
    return allowed.includes(value.replace(/^var\(--mantine-(?:font-size|spacing)-(\w+)\)$/, '$1'));
  };
  return matches.filter((match) => !isFine(match)).map(([whole]) => whole);
}
