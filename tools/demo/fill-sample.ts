import { extname } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { fillSlots, fillText, readTemplate, slotsOf } from '#features/sample/server/fill-paper.ts';
import type { Slots } from '#features/sample/server/fill-paper.ts';
import type { Kind } from './kinds.ts';
import type { Paper } from './paper.ts';
import { seededRandom } from './random.ts';
import { plainName } from './suppliers.ts';

/** Returns one of the sample files of a kind, with the facts of this paper in its slots. */
export function fillSample(kind: Kind, paper: Paper): Buffer {
  const { number, edition, supplier, vessel, container, day } = paper;
  const name = seededRandom(paper.index).pick(kind.samples);
  const slots = slotsOf({
    number: edition === 1 ? number : `${number}-${edition}`,
    amended: edition === 1 ? '' : ' (amended)',
    day,
    vessel,
    container,
    supplier: supplier.name,
    plainSupplier: plainName(supplier),
    port: supplier.port,
    country: supplier.country,
    goods: supplier.goods,
    tariff: supplier.tariff,
  });
  return fill(name, readTemplate(name), slots);
}

const archives = ['.docx', '.odt', '.xlsx', '.zip'];

const fill = (name: string, bytes: Buffer, slots: Slots): Buffer =>
  archives.includes(extname(name)) ? fillArchive(bytes, slots) : fillSlots(name, bytes, slots);

function fillArchive(bytes: Buffer, slots: Slots): Buffer {
  const entries = Object.entries(unzipSync(bytes)).map(([name, entry]) => [
    fillText(name, slots),
    fill(name, Buffer.from(entry), slots),
  ]);
  // Uncompressed and with a fixed date, so that every run creates the same bytes.
  return Buffer.from(zipSync(Object.fromEntries(entries) as Record<string, Buffer>, { level: 0, mtime: '2026-01-01' }));
}
