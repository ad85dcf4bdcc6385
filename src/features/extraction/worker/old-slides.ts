import { escapeHtml } from '#shared/escape-html.ts';
import { openCompoundFile } from './compound-file.ts';
import { Unreadable } from './unreadable.ts';

// Source: MS-PPT. A presentation is a stream of records that contain records.
const headerBytes = 8;
const isContainer = 0xf;
const textCharsAtom = 0x0f_a0;
const textBytesAtom = 0x0f_a8;
const cStringAtom = 0x0f_ba;
const headersFooters = 0x0f_d9;
const documentContainer = 0x03_e8;
const slideList = 0x0f_f0;
const slidePersistAtom = 0x03_f3;
const persistDirectoryAtom = 0x17_72;
const encryptedToken = 0xf3_d1_c4_df;
const maxDepth = 20;
const maxEdits = 1000;

/** The list of slides is instance 0 of its record, and the list of notes is instance 2. */
const slides = 0;
const notes = 2;

type PptRecord = { type: number; instance: number; version: number; body: Buffer };

/** Returns the texts of the slides of a PowerPoint 97-2003 file, of the speaker notes, and of headers and footers. */
export async function oldSlidesText(bytes: Buffer): Promise<string> {
  const { onSlides, inNotes, printed } = await read(bytes);
  return [...onSlides, ...inNotes, [...printed]].flat().join('\n');
}

/** Returns the slides as HTML, without the speaker notes, which the audience does not see. */
export async function oldSlidesHtml(bytes: Buffer): Promise<string> {
  const { onSlides } = await read(bytes);
  const paragraphs = (text: string) => text.split(/[\r\n\v]+/).map((line) => `<p dir="auto">${escapeHtml(line)}</p>`);
  return onSlides.map((texts) => `<section class="slide">${texts.flatMap(paragraphs).join('')}</section>`).join('');
}

type Texts = {
  onSlides: string[][];
  inNotes: string[][];
  /** Headers and footers, each once. */
  printed: Set<string>;
};

async function read(bytes: Buffer): Promise<Texts> {
  const streamOf = await openCompoundFile(bytes);
  const [stream, user] = [streamOf('PowerPoint Document'), streamOf('Current User')];
  // PowerPoint 95 has streams with these names too.
  if (!stream || !user || streamOf('Text_Content')) throw new Unreadable('too_old');
  if (user.readUInt32LE(12) === encryptedToken) throw new Unreadable('protected');
  const offsets = persistedObjects(stream, user.readUInt32LE(16));
  const texts: Texts = { onSlides: [], inNotes: [], printed: new Set() };
  for (const offset of offsets.values()) {
    const document = recordAt(stream, offset);
    if (document?.version === isContainer)
      for (const { type, body } of recordsIn(document.body)) if (type === headersFooters) addTexts(body, texts.printed);
    if (document?.type !== documentContainer) continue;
    for (const list of recordsIn(document.body).filter(({ type }) => type === slideList)) {
      if (list.instance === slides) texts.onSlides.push(...slidesIn(list, stream, offsets));
      if (list.instance === notes) texts.inNotes.push(...slidesIn(list, stream, offsets));
    }
  }
  return texts;
}

function addTexts(headerOrFooter: Buffer, texts: Set<string>): void {
  for (const { type, body } of recordsIn(headerOrFooter)) if (type === cStringAtom) texts.add(body.toString('utf16le'));
}

/** Returns the positions of the current objects by id. Each save appends to the file and supersedes earlier objects. */
function persistedObjects(stream: Buffer, lastEdit: number): Map<number, number> {
  const offsets = new Map<number, number>();
  let edit = lastEdit;
  for (let edits = 0; edit > 0 && edit + 28 <= stream.length && edits < maxEdits; edits += 1) {
    const directory = recordAt(stream, stream.readUInt32LE(edit + 20));
    if (directory?.type === persistDirectoryAtom) addOffsets(directory.body, offsets);
    edit = stream.readUInt32LE(edit + 16);
  }
  return offsets;
}

function addOffsets(directory: Buffer, offsets: Map<number, number>): void {
  for (let at = 0; at + 4 <= directory.length;) {
    const group = directory.readUInt32LE(at);
    at += 4;
    for (let index = 0; index < group >>> 20 && at + 4 <= directory.length; index += 1, at += 4) {
      const id = (group & 0xf_ff_ff) + index;
      if (!offsets.has(id)) offsets.set(id, directory.readUInt32LE(at));
    }
  }
}

/** A list holds for each slide its id and the texts of its outline. The slide itself has all other texts. */
function slidesIn(list: PptRecord, stream: Buffer, offsets: ReadonlyMap<number, number>): string[][] {
  const found: { outline: string[]; others: string[] }[] = [];
  for (const record of recordsIn(list.body)) {
    if (record.type === slidePersistAtom && record.body.length >= 4) {
      const slide = recordAt(stream, offsets.get(record.body.readUInt32LE(0)) ?? stream.length);
      found.push({ outline: [], others: slide ? [...textsIn(slide)] : [] });
    }
    const text = textOf(record);
    if (text !== undefined) found.at(-1)?.outline.push(text);
  }
  return found.map(({ outline, others }) => [...outline, ...others]);
}

function* textsIn(record: PptRecord, depth = 0): Generator<string> {
  const text = textOf(record);
  if (text !== undefined) yield text;
  if (record.version !== isContainer || depth > maxDepth) return;
  for (const inner of recordsIn(record.body)) yield* textsIn(inner, depth + 1);
}

function textOf({ type, body }: PptRecord): string | undefined {
  if (type === textCharsAtom) return body.toString('utf16le');
  return type === textBytesAtom ? body.toString('latin1') : undefined;
}

function recordsIn(body: Buffer): PptRecord[] {
  const records: PptRecord[] = [];
  for (let at = 0; ;) {
    const record = recordAt(body, at);
    if (!record) return records;
    records.push(record);
    at += headerBytes + record.body.length;
  }
}

function recordAt(bytes: Buffer, at: number): PptRecord | undefined {
  if (at < 0 || at + headerBytes > bytes.length) return undefined;
  const [start, length] = [bytes.readUInt16LE(at), bytes.readUInt32LE(at + 4)];
  const body = bytes.subarray(at + headerBytes, at + headerBytes + length);
  return { version: start & 0xf, instance: start >>> 4, type: bytes.readUInt16LE(at + 2), body };
}
