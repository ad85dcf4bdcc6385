/** A larger file is sent as a resumable upload. Our choice. */
export const largestAtOnceBytes = 16 * 1024 * 1024;

/** Bytes of a resumable upload in one request. A lost connection loses at most these. Our choice. */
export const pieceBytes = 8 * 1024 * 1024;

/** All pieces but the last must have this size, because the server stores a record for each. Our choice. */
export const minPieceBytes = 256 * 1024;

/** Large files that the client sends at the same time. Our choice. */
export const maxAtOnce = 3;

/** Largest number of unfinished uploads of one user. Our choice. */
export const maxUnfinished = 50;

/**
 * The unfinished uploads of one user may announce as many bytes as this number of files of the largest size
 * (MAX_UPLOAD_BYTES). Our choice.
 */
export const maxUnfinishedLargest = 10;

/**
 * The server removes an upload after this time without a new piece. Our choice: counted from the last piece, so that a
 * slow connection may take days.
 */
export const unfinishedForMs = 24 * 60 * 60 * 1000;

/** Returns the delay before the next attempt in ms, after this number of consecutive failures. Our choice. */
export const waitBeforeTryMs = (failures: number): number => Math.min(30_000, 1_000 * 2 ** Math.max(0, failures - 1));

type Source = { name: string; size: number; lastModified: number };

/** Returns whether the file matches the upload, as far as the browser exposes its properties. */
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
