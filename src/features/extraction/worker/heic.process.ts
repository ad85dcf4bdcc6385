import { inlineEdge } from '../extraction.rules.ts';
import { answerRequests } from './answer-requests.ts';
import { decodeHeic } from './heic.ts';

// This process decodes HEIC pictures with WebAssembly. It has the rights of the document process, and WebAssembly.

answerRequests(async (bytes) => ({ raw: await decodeHeic(bytes, inlineEdge) }));
