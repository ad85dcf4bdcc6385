import { listFileTypes } from '#features/file-types/server/file-types.queries.ts';
import { maxFilesPerRequest } from '#features/files/core/files.rules.ts';
import { proposedType } from '#features/files/upload/type-proposals.rules.ts';
import type { TypeProposal } from '#features/files/upload/type-proposals.rules.ts';
import { callerByJob } from '#server/access/caller.ts';
import type { Caller } from '#server/access/caller.ts';
import { BlobTooLarge } from '#server/blobs/blob-store.ts';
import { recordBlobs } from '#server/blobs/record-blobs.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { emailKey } from '#server/email-key.ts';
import type { ReceivedFile } from '#server/http/receive-form.ts';
import type { MailIn } from '#server/mail-in-settings.ts';
import { Refusal } from '#server/refusal.ts';
import { cleanLine } from '#shared/clean-line.ts';
import { productModules } from '#shared/product-modules.ts';
import { attachmentsOf, isListed, isVerified } from '../mail-in.rules.ts';
import type { Attachment, Reason } from '../mail-in.rules.ts';
import { failures, texts } from '../mail-in.texts.ts';
import { endMessage, findIdByName, findSender } from './mail-in.queries.ts';
import { MailboxAway } from './mailbox.ts';
import type { Mailbox, Message } from './mailbox.ts';

type MailedFile = ReceivedFile & { file_type_id?: number; mail_subject?: string };
type Target = { file_type_id: number; team_id: number; sender: string };

/** What higher and lower features do for the mailbox. `src/app` hands it in. */
export type Filing = {
  storeUpload: (
    ctx: Context,
    caller: Caller,
    target: Target,
    files: MailedFile[],
    also: (tx: Db) => Promise<void>,
  ) => Promise<unknown>;
  proposeTypes: (
    ctx: Context,
    caller: Caller,
    names: readonly string[],
  ) => Promise<{ proposals: (TypeProposal | null)[] }>;
  /** Returns the name of a virus in a content. */
  findVirus: (ctx: Context, blobKey: string) => Promise<string | undefined>;
};

/** A message stays in the mailbox. */
export class LeftInMailbox extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, detail = '') {
    super(detail);
    this.reason = reason;
  }
}

/** Another server has taken the message meanwhile. */
export class TakenMeanwhile extends Error {}

export type Place = { settings: MailIn; teamId: number; typeId: number; uploaderId: number | undefined };

/** Returns the team, the type and the account that the settings name. Throws MailboxAway if one does not exist. */
export async function findPlace(db: Db, settings: MailIn): Promise<Place> {
  const teamId = await findIdByName(db, 'teams', settings.team);
  if (teamId === undefined) throw new MailboxAway(failures.noTeam(settings.team));
  const typeId = await findIdByName(db, 'file_types', settings.fileType);
  if (typeId === undefined) throw new MailboxAway(failures.noType(settings.fileType));
  const { uploader } = settings;
  const account = uploader === undefined ? undefined : await findSender(db, emailKey(uploader));
  if (uploader !== undefined && account?.suspended_at !== null) throw new MailboxAway(failures.noUploader(uploader));
  return { settings, teamId, typeId, uploaderId: account?.id };
}

/**
 * Stores the attachments of a message as files, as if its sender had uploaded them, and records that it is taken in the same
 * transaction. Throws LeftInMailbox if it stays in the mailbox: nothing of it is stored then.
 */
export async function takeMessage(
  ctx: Context & Filing,
  place: Place,
  mailbox: Mailbox,
  { id, uid, message }: { id: number; uid: number; message: Message },
): Promise<void> {
  const { settings } = place;
  const caller = await callerOf(ctx.db, place, message);
  const attachments = attachmentsOf(message.structure, maxFilesPerRequest + 1);
  if (attachments.length === 0) throw new LeftInMailbox('no_attachment');
  if (attachments.length > maxFilesPerRequest) throw new LeftInMailbox('too_many', String(maxFilesPerRequest));
  const max = ctx.config.maxUploadBytes;
  const parts = settings.keepsMail ? [...attachments, mailAsFile(message)] : attachments;
  for (const { name, bytes } of parts) if (bytes > max) throw new LeftInMailbox('too_large', name);
  const files: MailedFile[] = [];
  try {
    for (const part of parts) files.push(await stagePart(ctx, mailbox, uid, { ...part, message }));
  } catch (error) {
    await ctx.blobs.discard(files);
    throw error;
  }
  await recordBlobs(ctx, files, async () => {
    await refuseViruses(ctx, files);
    await giveTypes(ctx, caller, files);
    const target = { file_type_id: place.typeId, team_id: place.teamId, sender: message.from[0] ?? '' };
    await ctx
      .storeUpload(ctx, caller, target, files, async (tx) => {
        if (!(await endMessage(tx, id, { state: 'taken' }))) throw new TakenMeanwhile();
      })
      .catch((error: unknown) => {
        throw error instanceof Refusal && error.status < 500 ? new LeftInMailbox('not_allowed') : error;
      });
  });
}

/** Returns the account of the sender, or the one that uploads for senders without an account. */
async function callerOf(db: Db, { settings, uploaderId }: Place, { from, ...message }: Message): Promise<Caller> {
  const [address = ''] = from.length === 1 ? from : [];
  const sender = await findSender(db, emailKey(address));
  // A suspended account is refused, also if its domain is listed.
  const isOther = sender === undefined && isListed(address, settings.senders);
  const userId = sender ? sender.id : isOther ? uploaderId : undefined;
  const caller = userId === undefined ? undefined : await callerByJob(db, userId, { module: productModules.upload });
  if (!caller) throw new LeftInMailbox('sender_unknown');
  const { authservId } = settings;
  if (authservId !== undefined && !isVerified(message.authenticationResults, authservId, address))
    throw new LeftInMailbox('sender_unverified');
  return caller;
}

const mailAsFile = ({ subject, bytes }: Message): Omit<Attachment, 'part'> => ({
  name: `${subject.replaceAll('/', ' ') || texts.mail}.eml`,
  bytes,
  subjects: [],
});

async function stagePart(
  { blobs, config }: Context,
  mailbox: Mailbox,
  uid: number,
  { part, name, subjects, message }: Omit<Attachment, 'part'> & { part?: string; message: Message },
): Promise<MailedFile> {
  try {
    const staged = await blobs.stage(mailbox.download(uid, part), config.maxUploadBytes);
    return { ...staged, name, mail_subject: subjectOf([message.subject, ...subjects]) };
  } catch (error) {
    if (error instanceof BlobTooLarge) throw new LeftInMailbox('too_large', name);
    throw error;
  }
}

/** The longest subject that is stored. Our choice. */
const maxSubjectLength = 500;

export const subjectOf = (subjects: readonly string[]): string =>
  [...new Set(subjects)]
    .map((subject) => cleanLine(subject.slice(0, maxSubjectLength)))
    .join('; ')
    .slice(0, 2 * maxSubjectLength);

async function refuseViruses(ctx: Context & Filing, files: readonly MailedFile[]): Promise<void> {
  for (const { key, name } of files.filter(({ size }) => size > 0)) {
    const virus = await ctx.findVirus(ctx, key);
    if (virus !== undefined) throw new LeftInMailbox('virus', `${virus} in ${name}`);
  }
}

/** Gives each file the type that the upload screen proposes for it. */
async function giveTypes(ctx: Context & Filing, caller: Caller, files: MailedFile[]): Promise<void> {
  const types = await listFileTypes(ctx.db);
  const { proposals } = await ctx.proposeTypes(
    ctx,
    caller,
    files.map(({ name }) => name),
  );
  for (const [index, file] of files.entries()) {
    const proposed = proposedType(file.name, types, { similar: proposals[index] ?? undefined });
    if (proposed) file.file_type_id = proposed.file_type_id;
  }
}
