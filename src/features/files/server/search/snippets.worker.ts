import { hasPhrases, scoreOf } from '#features/extraction/phrase.rules.ts';
import { snippetOf } from '#features/extraction/snippet.rules.ts';
import type { Piece } from '#features/extraction/snippet.rules.ts';
import { answerJobs } from '#server/worker-thread.ts';
import type { ScoreJob, SnippetJob } from './snippets.service.ts';

answerJobs((job: SnippetJob | ScoreJob): Piece[] | number | null => {
  if (!('phrases' in job)) return snippetOf(job.text, job.runs);
  return hasPhrases(job.text, job.phrases) ? scoreOf(job.text, job.search) : null;
});
