/** A larger file goes in pieces that can be resumed. Our choice. */
export const largestAtOnceBytes = 16 * 1024 * 1024;

/** What one request brings of such a file: as much as is lost, at most, with a connection. Our choice. */
export const pieceBytes = 8 * 1024 * 1024;

/** Smaller pieces than this, but for the last, would make more records than bytes. Our choice. */
export const leastPieceBytes = 256 * 1024;

/** Large files that are sent side by side. Our choice. */
export const mostAtOnce = 3;

/** Unfinished uploads of one person. Our choice. */
export const mostUnfinished = 50;

/** What has had no new byte for this long is removed. Our choice: counted from the last piece, so that a slow line may take days. */
export const unfinishedForMs = 24 * 60 * 60 * 1000;

/** How long the next try waits, after so many that failed in a row, in milliseconds. Our choice. */
export const waitBeforeTryMs = (failures: number): number => Math.min(30_000, 1_000 * 2 ** Math.max(0, failures - 1));

type Source = { name: string; size: number; lastModified: number };

/** Whether a file is, by all that a browser tells of it, the one an upload began with. */
export function isSourceOf(
  file: Source,
  upload: { original_name: string; size: number; modified_at: string | null },
): boolean {
  return (
    file.name === upload.original_name &&
    file.size === upload.size &&
    new Date(file.lastModified).toISOString() === upload.modified_at
  );
}
