import type { Searchable } from '../extraction.rules.ts';
import { answerRequests } from './answer-requests.ts';
import { readContent } from './read-content.ts';
import { shrinkPicture } from './shrink-picture.ts';

// This process parses untrusted documents, so it has no access to the network, the database, the blob store, native code,
// or any folder except the program's own. The server kills it at a time and a memory limit.

answerRequests(async (bytes, { mediaType = '' }) => ({
  extraction: await readContent(bytes, { mediaType }, { shrinkPicture, keepText }),
}));

/** Sends the text, and waits until it has left this process. */
function keepText(searchable: Searchable): Promise<void> {
  return new Promise((resolve) => {
    process.send?.({ searchable }, undefined, undefined, () => resolve());
  });
}
