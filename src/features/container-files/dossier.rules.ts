import { archiveNames } from '#features/files/core/archive-names.rules.ts';

/** A dossier has at most this many documents. Our choice: as many files as one ZIP archive has. */
export const maxDossierFiles = 500;

/** The newest entries of the history in a dossier. Our choice. */
export const maxDossierEvents = 2000;

export const indexNames = ['index.html', 'index.csv'] as const;

type Paper = { filename: string; type: string };

/**
 * Returns the path of each document in the archive: a folder for each type, and in it a name that unpacks everywhere. No
 * folder has the name of an index.
 */
export function dossierPaths(papers: readonly Paper[]): string[] {
  const types = [...new Set(papers.map(({ type }) => type))];
  const folders = new Map(
    archiveNames([...indexNames, ...types])
      .slice(indexNames.length)
      .map((folder, index) => [types[index] as string, folder]),
  );
  const paths = new Map<Paper, string>();
  for (const [type, inFolder] of Map.groupBy(papers, (paper) => paper.type)) {
    const names = archiveNames(inFolder.map(({ filename }) => filename));
    inFolder.forEach((paper, index) => paths.set(paper, `${folders.get(type)}/${names[index]}`));
  }
  return papers.map((paper) => paths.get(paper) as string);
}

/** Returns the address of a path in the archive, relative to its index. */
export const addressOfPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
