import type { ImapFlow } from 'imapflow';
import type { MailIn } from '#server/mail-in-settings.ts';
import type { Part } from '../mail-in.rules.ts';
import { failures } from '../mail-in.texts.ts';

/** The mailbox cannot be read now. The message says why, and what an administrator can do. */
export class MailboxAway extends Error {}

/** The mail server answers, but not with this message, or the message is beyond the limits of one answer. */
export class UnreadableMessage extends Error {}

export type Message = {
  /** The addresses of the header From, in lower case. */
  from: string[];
  subject: string;
  sentAt: Date | undefined;
  messageId: string;
  bytes: number;
  /** The headers Authentication-Results as they were sent. */
  authenticationResults: string;
  structure: Part;
};

export type Mailbox = AsyncDisposable & {
  uidValidity: string;
  /** Whether the connection still serves. */
  isOpen: () => boolean;
  /** Returns the numbers of the messages above this one in their order. Without a number, returns the unread ones. */
  listUids: (after: number | undefined) => Promise<number[]>;
  /** Returns a message without its content, or undefined if it was deleted or moved meanwhile. */
  read: (uid: number) => Promise<Message | undefined>;
  /** Returns the decoded content of a part, or the whole message. Leaves the message unread. */
  download: (uid: number, part?: string) => AsyncIterable<Buffer>;
  markAsRead: (uid: number) => Promise<void>;
};

const connectTimeoutMs = 10_000;
/** The time without a byte. A scan of a large attachment may take longer; then the next run marks the message. */
const idleTimeoutMs = 120_000;

/**
 * The limits of one answer. A message with hundreds of parts has some thousand tokens, and a header of a megabyte serves no
 * sender. Content is read in pieces below these.
 */
const limits = {
  maxLineLength: 1024 * 1024,
  maxLiteralSize: 1024 * 1024,
  maxResponseSize: 2 * 1024 * 1024,
  maxResponseTokens: 30_000,
};
const pieceBytes = 256 * 1024;
const beyondLimits = ['LineTooLarge', 'LiteralTooLarge', 'ResponseTooLarge', 'TooManyTokens'];

type ImapError = Error & {
  code?: string;
  authenticationFailed?: boolean;
  mailboxMissing?: boolean;
  tlsFailed?: boolean;
};

/** Opens the folder of the mailbox. Throws MailboxAway. If the signal is aborted, every wait ends at once. */
export async function openMailbox(settings: MailIn, signal: AbortSignal): Promise<Mailbox> {
  const { host, port, startsWithTls, user, password } = settings;
  // Loaded here, because it costs memory and most servers read no mailbox.
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    ...limits,
    host,
    port,
    secure: startsWithTls,
    ...(!startsWithTls && { doSTARTTLS: true }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: idleTimeoutMs,
  });
  let failure: unknown;
  client.on('error', (error) => (failure ??= error));
  const close = () => client.close();
  signal.addEventListener('abort', close);
  const away = (error: unknown) => new MailboxAway(reasonOf(error as ImapError, settings), { cause: error });
  try {
    signal.throwIfAborted();
    await client.connect();
    const { uidValidity } = await client.mailboxOpen(settings.folder);
    return {
      uidValidity: String(uidValidity),
      ...operations(client, (error) => {
        const cause = (failure ?? error) as ImapError;
        // An answer beyond the limits ends the connection, but it is the fault of the message.
        const isBeyond = beyondLimits.includes(cause.code ?? '');
        if (isBeyond || !client.usable) failure = cause;
        return isBeyond || client.usable ? new UnreadableMessage(String(cause), { cause }) : away(cause);
      }),
      isOpen: () => client.usable && failure === undefined,
      [Symbol.asyncDispose]: async () => {
        signal.removeEventListener('abort', close);
        await client.logout().catch(close);
      },
    };
  } catch (error) {
    signal.removeEventListener('abort', close);
    client.close();
    throw away(error);
  }
}

function operations(
  client: ImapFlow,
  asFailure: (error: unknown) => Error,
): Omit<Mailbox, 'uidValidity' | 'isOpen' | typeof Symbol.asyncDispose> {
  const ask = async <T>(asking: Promise<T>): Promise<T> => {
    try {
      return await asking;
    } catch (error) {
      throw asFailure(error);
    }
  };
  const uid = { uid: true };
  return {
    listUids: async (after) => {
      const query = after === undefined ? { seen: false } : { uid: `${after + 1}:*` };
      const found = (await ask(client.search(query, uid))) || [];
      // `n:*` contains the last message in any case.
      return found.filter((one) => one > (after ?? 0)).toSorted((one, other) => one - other);
    },
    read: async (number) => {
      const query = { uid: true, size: true, envelope: true, bodyStructure: true, headers: ['authentication-results'] };
      const found = await ask(client.fetchOne(String(number), query, uid));
      if (!found) return undefined;
      const { envelope, bodyStructure, size = 0, headers } = found;
      if (!bodyStructure) throw new UnreadableMessage('the mail server has sent no structure');
      const sentAt = new Date(envelope?.date ?? Number.NaN);
      return {
        from: (envelope?.from ?? []).map(({ address = '' }) => address.toLowerCase()),
        subject: envelope?.subject ?? '',
        sentAt: Number.isNaN(sentAt.getTime()) ? undefined : sentAt,
        messageId: envelope?.messageId ?? '',
        bytes: size,
        authenticationResults: headers?.toString('latin1') ?? '',
        structure: bodyStructure,
      };
    },
    download: async function* (number, part) {
      const options = { ...uid, chunkSize: pieceBytes, decodeText: false };
      const { content } = await ask(client.download(String(number), part, options));
      if (!content) throw new UnreadableMessage(`the mail server has sent no part ${part ?? ''}`);
      try {
        yield* content as AsyncIterable<Buffer>;
      } catch (error) {
        throw asFailure(error);
      } finally {
        content.destroy();
      }
    },
    markAsRead: async (number) => void (await ask(client.messageFlagsAdd(String(number), ['\\Seen'], uid))),
  };
}

function reasonOf(error: ImapError, { host, port, folder }: MailIn): string {
  const server = `${host}:${port}`;
  const reason = error.code ?? error.message;
  if (error.authenticationFailed) return failures.signIn(server);
  if (error.mailboxMissing) return failures.noFolder(folder);
  if (/CERT|SIGNATURE|SELF_SIGNED/.test(reason)) return failures.certificate(server, reason);
  return error.tlsFailed ? failures.noTls(server) : failures.noAnswer(server, reason);
}
