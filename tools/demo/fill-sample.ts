import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import type { Kind } from './kinds.ts';
import type { Paper } from './paper.ts';
import { seededRandom } from './random.ts';
import { plainName } from './suppliers.ts';

const samples = join(import.meta.dirname, 'papers');

/** Samples contain slots such as `{{number}}`. A slot in a PDF is as wide as the longest value. */
const slotPattern = /\{\{(\w+) *\}\}/g;

type Facts = Record<string, string>;

/** Returns one of the sample files of a kind, with the facts of this paper in its slots. */
export function fillSample(kind: Kind, paper: Paper): Buffer {
  const name = seededRandom(paper.index).pick(kind.samples);
  return fill(name, readFileSync(join(samples, name)), factsOf(paper));
}

function factsOf({ number, edition, supplier, vessel, container, day }: Paper): Facts {
  return {
    number: edition === 1 ? number : `${number}-${edition}`,
    amended: edition === 1 ? '' : ' (amended)',
    day,
    mailDate: new Date(`${day}T08:30:00Z`).toUTCString(),
    vessel,
    container,
    supplier: supplier.name,
    plainSupplier: plainName(supplier),
    shipper: `${plainName(supplier)}, ${supplier.country}`,
    port: supplier.port,
    country: supplier.country,
    goods: supplier.goods,
    tariff: supplier.tariff,
  };
}

function fill(name: string, bytes: Buffer, facts: Facts): Buffer {
  switch (extname(name)) {
    case '.pdf':
      return fillPdf(bytes, facts);
    case '.docx':
    case '.odt':
    case '.xlsx':
    case '.zip':
      return fillArchive(bytes, facts);
    case '.bmp':
    case '.gif':
    case '.png':
    case '.wav':
      // Viewers and players ignore bytes after the end of these formats. The bytes make each file's content different.
      return Buffer.concat([bytes, Buffer.from(`\n${facts['number']}`)]);
    case '.html':
    case '.svg':
    case '.xml':
      return Buffer.from(fillText(bytes.toString(), facts, escapeMarkup));
    default:
      return Buffer.from(fillText(bytes.toString(), facts));
  }
}

function fillText(text: string, facts: Facts, write: (value: string, width: number) => string = (value) => value) {
  return text.replace(slotPattern, (whole, name: string) => {
    const value = facts[name];
    if (value === undefined) throw new Error(`a sample has the unknown slot '${name}'`);
    return write(value, whole.length);
  });
}

/** A PDF contains the byte offsets of its objects, so every value is padded to the width of its slot. Encoded as Latin-1. */
function fillPdf(bytes: Buffer, facts: Facts): Buffer {
  const text = fillText(bytes.toString('latin1'), facts, (value, width) => {
    if (value.length > width) throw new Error(`'${value}' is wider than its slot in a sample`);
    return value.padEnd(width);
  });
  return Buffer.from(text, 'latin1');
}

function fillArchive(bytes: Buffer, facts: Facts): Buffer {
  const entries = Object.entries(unzipSync(bytes)).map(([name, entry]) => [
    fillText(name, facts),
    fill(name, Buffer.from(entry), facts),
  ]);
  // Uncompressed and with a fixed date, so that every run creates the same bytes.
  return Buffer.from(zipSync(Object.fromEntries(entries) as Record<string, Buffer>, { level: 0, mtime: '2026-01-01' }));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeMarkup = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
