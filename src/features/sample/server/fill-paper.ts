import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { escapeHtml } from '#shared/escape-html.ts';

const folder = join(import.meta.dirname, 'papers');

/** Templates contain slots such as `{{number}}`. A slot in a PDF is as wide as the longest value. */
const slotPattern = /\{\{(\w+) *\}\}/g;

/** The data of one document about a shipment. */
export type PaperFacts = {
  number: string;
  /** The date on the document, `yyyy-mm-dd`. */
  day: string;
  vessel: string;
  container: string;
  supplier: string;
  /** The name of the supplier in Western letters. */
  plainSupplier: string;
  port: string;
  country: string;
  goods: string;
  tariff: string;
  /** ' (amended)' on a later version. */
  amended?: string;
};

export type Slots = Record<string, string>;

/** Returns one of the templates in `papers`, with the facts in its slots. */
export const fillPaper = (template: string, facts: PaperFacts): Buffer =>
  fillSlots(template, readTemplate(template), slotsOf(facts));

export const readTemplate = (template: string): Buffer => readFileSync(join(folder, template));

export const slotsOf = (facts: PaperFacts): Slots => ({
  amended: '',
  ...facts,
  mailDate: new Date(`${facts.day}T08:30:00Z`).toUTCString(),
  shipper: `${facts.plainSupplier}, ${facts.country}`,
});

/** Fills the slots of a file that is not an archive. The ending of its name determines how. */
export function fillSlots(name: string, bytes: Buffer, slots: Slots): Buffer {
  switch (extname(name)) {
    case '.pdf':
      return fillPdf(bytes, slots);
    case '.bmp':
    case '.gif':
    case '.png':
    case '.wav':
      // Viewers and players ignore bytes after the end of these formats. The bytes make each file's content different.
      return Buffer.concat([bytes, Buffer.from(`\n${slots['number']}`)]);
    case '.html':
    case '.svg':
    case '.xml':
      return Buffer.from(fillText(bytes.toString(), slots, escapeHtml));
    default:
      return Buffer.from(fillText(bytes.toString(), slots));
  }
}

export function fillText(
  text: string,
  slots: Slots,
  write: (value: string, width: number) => string = (value) => value,
) {
  return text.replace(slotPattern, (whole, name: string) => {
    const value = slots[name];
    if (value === undefined) throw new Error(`a template has the unknown slot '${name}'`);
    return write(value, whole.length);
  });
}

/** A PDF contains the byte offsets of its objects, so every value is padded to the width of its slot. Encoded as Latin-1. */
function fillPdf(bytes: Buffer, slots: Slots): Buffer {
  const text = fillText(bytes.toString('latin1'), slots, (value, width) => {
    if (value.length > width) throw new Error(`'${value}' is wider than its slot in a template`);
    return value.padEnd(width);
  });
  return Buffer.from(text, 'latin1');
}
