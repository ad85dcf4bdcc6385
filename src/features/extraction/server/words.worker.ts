import { answerJobs } from '#server/worker-thread.ts';
import { wordsOfText } from '../text.rules.ts';

answerJobs((text: string): string => wordsOfText(text).join(' '));
