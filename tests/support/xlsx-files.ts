import { strToU8, zipSync } from 'fflate';

/** A row with a number in its first cell. */
export const cellXml = (row: number) => `<row r="${row}"><c r="A${row}"><v>1</v></c></row>`;

/** Returns a workbook of sheets that are given by the XML of their rows. */
export function sheetsWorkbook(sheets: { rows: string; state?: string }[]): Buffer {
  const parts = {
    'xl/workbook.xml': `<workbook><sheets>${sheets.map(({ state = 'visible' }, at) => `<sheet name="S${at}" state="${state}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((_, at) => `<Relationship Id="r${at}" Target="s${at}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [`xl/s${at}.xml`, `<worksheet><sheetData>${rows}</sheetData></worksheet>`]),
    ),
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)]))));
}

/** An archive whose directory claims 400 MB. */
export function claimedBomb(): Buffer {
  const bytes = sheetsWorkbook([{ rows: cellXml(1) }]);
  const entry = bytes.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
  bytes.writeUInt32LE(400 * 1024 * 1024, entry + 24);
  return bytes;
}
