import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openBrowsers } from './lines/browsers.ts';
import { callsDuringSignIns, userCalls } from './lines/calls.ts';
import { containerClicks } from './lines/container-clicks.ts';
import { linkingPapers } from './lines/container-links.ts';
import { containerReports } from './lines/container-report.ts';
import { containerLists } from './lines/containers.ts';
import { recallOfDocuments } from './lines/documents.ts';
import { downloads } from './lines/downloads.ts';
import { extraction } from './lines/extraction.ts';
import { imports } from './lines/imports.ts';
import { everyFile, firstScreens, searching } from './lines/lists.ts';
import { clicks, slowScreens } from './lines/screens.ts';
import { start } from './lines/start.ts';
import { searchingTexts } from './lines/text-searches.ts';
import { largeUpload, smallUploads } from './lines/uploads.ts';
import { worstCase } from './lines/worst-case.ts';
import { fullSizes, quickSizes } from './measure.ts';
import type { Row, Sizes } from './measure.ts';
import { endClients, scratch } from './programs.ts';
import { describeMachine, showTable, writeTable } from './table.ts';

/** The measurements, one for each line of the table in docs/performance.md. */
const lines: Record<string, (sizes: Sizes) => Promise<Row[]>> = {
  1: largeUpload,
  2: smallUploads,
  3: downloads,
  4: firstScreens,
  5: searching,
  6: userCalls,
  7: callsDuringSignIns,
  8: start,
  9: openBrowsers,
  10: everyFile,
  11: slowScreens,
  12: async (sizes) => [...(await clicks(sizes)), ...(await containerClicks(sizes))],
  13: extraction,
  14: imports,
  15: worstCase,
  16: searchingTexts,
  17: linkingPapers,
  18: containerLists,
  19: containerReports,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    million: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
if (positionals.includes('documents')) {
  console.log(await recallOfDocuments());
  process.exit();
}
const requested = positionals.length > 0 ? positionals : Object.keys(lines);
const unknown = requested.filter((line) => !Object.hasOwn(lines, line));
if (unknown.length > 0)
  throw new Error(`There is no line ${unknown.join(', ')}; there are ${Object.keys(lines).join(', ')}.`);

const sizes = values.quick ? quickSizes : fullSizes;
if (values.million) sizes.fillings.push(1_000_000);
const machine = describeMachine();
const rows: Row[] = [];
try {
  for (const line of requested) {
    const startedAt = performance.now();
    rows.push(...((await lines[line]?.(sizes)) ?? []));
    // After each line, so that an interrupted run keeps the finished lines.
    if (values.write) writeTable(rows, machine);
    console.error(`line ${line} took ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    await rm(scratch, { recursive: true, force: true });
  }
} finally {
  endClients();
}
if (values.json) console.log(JSON.stringify({ machine, rows }, undefined, 2));
else console.log(`\n${machine}\n\n${showTable(rows)}`);
