import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { languageData } from '#shared/scan-languages.ts';
import { unspaced } from '../joined.rules.ts';

/** The part of tesseract.js-core that Stowage calls. Source: the interface file of the package. */
type Tesseract = {
  FS: { writeFile: (path: string, bytes: Uint8Array) => void; unlink: (path: string) => void };
  TessBaseAPI: new () => {
    Init: (path: null, languages: string, engine: number) => number;
    SetImageFile: (exifOrientation: number, angle: number) => number;
    Recognize: (monitor: null) => number;
    GetTSVText: (page: number) => string;
    Clear: () => void;
  };
};
type Start = (options: { wasmBinary: Uint8Array; print: () => void; printErr: () => void }) => Promise<Tesseract>;

const lstmOnly = 1;
/** The engine reads the picture from this path of its file system in memory. */
const picturePath = '/input';

/** The picture is upright, or turned: by 90, 270 and 180 degrees. Source: Exif 2.3, orientation. */
const upright = 1;
const turned = [6, 8, 3];

/** Of an upright page, the engine is sure about most letters. Of a turned one, it reads little, and most of it is a guess. */
const minSureShare = 0.6;
const minSureLetters = 20;

/** Words below this are mostly patterns in photos. Tesseract reports 0 to 100. */
const minConfidence = 60;

/** Returns the text of an encoded picture: PNG, JPEG or PNM. */
export type Recognize = (picture: Uint8Array) => string;

/** Loads the engine with its languages, which takes half a second and 100 MB. */
export async function makeRecognizer(languages: readonly string[]): Promise<Recognize> {
  const start = createRequire(import.meta.url)('tesseract.js-core/tesseract-core-simd-lstm.js') as Start;
  const program = fileURLToPath(import.meta.resolve('tesseract.js-core/tesseract-core-simd-lstm.wasm'));
  const quiet = () => {};
  const engine = await start({ wasmBinary: readFileSync(program), print: quiet, printErr: quiet });
  for (const language of languages)
    engine.FS.writeFile(
      `${language}.traineddata`,
      gunzipSync(readFileSync(fileURLToPath(import.meta.resolve(languageData(language))))),
    );
  const api = new engine.TessBaseAPI();
  if (api.Init(null, languages.join('+'), lstmOnly) !== 0) throw new Error('the languages could not be loaded');
  return (picture) => {
    engine.FS.writeFile(picturePath, picture);
    try {
      const read = (orientation: number): Page => {
        if (api.SetImageFile(orientation, 0) !== 0) throw new Error('the picture could not be decoded');
        api.Recognize(null);
        return pageOfTable(api.GetTSVText(0));
      };
      const page = read(upright);
      if (page.sure >= minSureLetters && page.sure >= minSureShare * page.letters) return page.text;
      return turned.map(read).reduce((best, other) => (other.sure > best.sure ? other : best), page).text;
    } finally {
      api.Clear();
      engine.FS.unlink(picturePath);
    }
  };
}

const wordLevel = '5';
/** The engine takes one or two letters for a word where the script has no blanks. */
const blankInUnspaced = new RegExp(`(?<=[${unspaced}]) (?=[${unspaced}])`, 'gu');

/** `sure`: the letters of the words of which the engine is sure. */
type Page = { text: string; letters: number; sure: number };

/** Reads the words of Tesseract's table, line by line. Columns: level, page, block, paragraph, line, …, confidence, text. */
function pageOfTable(table: string): Page {
  const lines = new Map<string, string[]>();
  let [letters, sure] = [0, 0];
  for (const row of table.split('\n')) {
    const [level, ...columns] = row.split('\t');
    if (level !== wordLevel) continue;
    const { length } = (columns[10] ?? '').trim();
    letters += length;
    if (Number(columns[9]) < minConfidence) continue;
    sure += length;
    const line = columns.slice(0, 4).join(' ');
    lines.set(line, [...(lines.get(line) ?? []), columns[10] ?? '']);
  }
  const text = [...lines.values()].map((words) => words.join(' ').replaceAll(blankInUnspaced, '')).join('\n');
  return { text, letters, sure };
}
