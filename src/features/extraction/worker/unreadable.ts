import { codedProblem } from '../unreadable.rules.ts';
import type { UnreadableReason } from '../unreadable.rules.ts';
import { isCompoundFile, openCompoundFile } from './compound-file.ts';

/** A document that cannot be read, and why. */
export class Unreadable extends Error {
  constructor(reason: UnreadableReason) {
    super(codedProblem(reason));
  }
}

/**
 * Throws Unreadable for an Office document from 2007 on that is no archive: with a password, it is a compound file with
 * an encrypted stream.
 */
export async function refuseProtected(bytes: Buffer): Promise<void> {
  if (!isCompoundFile(bytes)) return;
  const streamOf = await openCompoundFile(bytes);
  throw new Unreadable(streamOf('EncryptedPackage') ? 'protected' : 'unsupported');
}
