import { snippetOf } from '#features/extraction/text.rules.ts';
import type { Piece } from '#features/extraction/text.rules.ts';
import { answerJobs } from '#server/worker-thread.ts';
import type { SnippetJob } from './snippets.service.ts';

answerJobs(({ text, search }: SnippetJob): Piece[] => snippetOf(text, search));
