import { answerRequests } from './answer-requests.ts';
import { readTable } from './read-table.ts';

// This process parses spreadsheets of users. It has the rights of the document process.

answerRequests(async (bytes, { charset }) => {
  for await (const chunk of readTable(bytes, charset)) process.send?.(chunk);
  return { done: true };
});
