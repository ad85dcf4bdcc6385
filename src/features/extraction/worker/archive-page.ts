import { formatSize } from '#shared/format.ts';
import { namedCell } from '../archive-names.ts';
import { pageTexts } from '../page.texts.ts';
import { archiveEntries } from './archive-entries.ts';
import type { ArchiveKind } from './archive-entries.ts';

const maxListed = 2000;

/** Returns the names in an archive, one on each line. */
export async function archiveText(bytes: Buffer, kind: ArchiveKind): Promise<string> {
  const { entries } = await archiveEntries(bytes, kind);
  return entries.map(({ name }) => name).join('\n');
}

/** Returns the names and sizes in an archive as a table. */
export async function archiveHtml(bytes: Buffer, kind: ArchiveKind): Promise<string> {
  const { entries, left } = await archiveEntries(bytes, kind);
  if (entries.length === 0) return `<p class="note">${pageTexts.emptyArchive}</p>`;
  const rows = entries
    .slice(0, maxListed)
    .map(
      ({ name, nameBytes, size }) =>
        `<tr><td dir="auto">${namedCell(name, nameBytes)}</td><td class="number">${name.endsWith('/') ? '' : formatSize(size)}</td></tr>`,
    );
  const notListed = left + entries.length - rows.length;
  const note = notListed > 0 ? `<p class="note">${pageTexts.entriesLeft(notListed)}</p>` : '';
  const head = `<tr><th scope="col">${pageTexts.name}</th><th scope="col">${pageTexts.size}</th></tr>`;
  return `<table class="entries"><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>${note}`;
}
