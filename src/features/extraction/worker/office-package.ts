import { walkXml } from './xml-walk.ts';
import { openArchive } from './zip-limits.ts';
import type { ZipArchive } from './zip-limits.ts';

/** A part that another part refers to. */
export type Related = {
  id: string;
  /** The last word of the relationship's type, such as 'worksheet'. */
  type: string;
  /** The target as the file states it, and its path in the archive. */
  target: string;
  path: string;
};

/** A docx, xlsx or pptx file. Paths have no slash in front. Source: ECMA-376, Part 2. */
export type OfficePackage = Pick<ZipArchive, 'read' | 'bytesOf' | 'sizeOf'> & {
  /** The document, the workbook or the presentation. */
  main: string;
  /** Returns the parts that a part refers to, in the order of the file. */
  relatedTo: (path: string) => Related[];
};

/** The archive is no Office document. */
export class NoOfficeDocument extends Error {}

const usualMains = ['word/document.xml', 'xl/workbook.xml', 'ppt/presentation.xml'];
const maxRelationLetters = 4 * 1024 * 1024;

/** Opens a package. Throws NoOfficeDocument, and for archives that are damaged or too large. */
export function openPackage(bytes: Buffer): OfficePackage {
  const keyOf = (path: string) => path.replaceAll('\\', '/').toLowerCase();
  const { names, read, bytesOf, sizeOf } = openArchive(bytes, keyOf);
  const paths = new Set(names());

  const relatedTo = (path: string): Related[] => {
    const slash = path.lastIndexOf('/') + 1;
    const related: Related[] = [];
    let letters = 0;
    walkXml(read(`${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`), {
      open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
        letters += Id.length + Type.length + Target.length;
        if (name !== 'Relationship' || TargetMode === 'External' || Target === '') return;
        const type = Type.slice(Type.lastIndexOf('/') + 1);
        related.push({ id: Id, type, target: Target, path: resolved(path.slice(0, slash), Target) });
      },
      isEnough: () => letters > maxRelationLetters,
    });
    return related;
  };
  const has = (path: string) => paths.has(keyOf(path));
  const named = relatedTo('').find(({ type, path }) => type === 'officeDocument' && has(path))?.path;
  const main = named ?? usualMains.find(has);
  if (main === undefined) throw new NoOfficeDocument('the archive holds no document');
  return { main, relatedTo, read, bytesOf, sizeOf };
}

/** Returns the path of a target. It is relative to the folder of the part, or begins with a slash. */
function resolved(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of `${target.startsWith('/') ? '' : folder}${target}`.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}
