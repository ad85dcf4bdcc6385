import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { freePort } from './nginx.ts';

// Distributions install dovecot in a folder that is not on the PATH of every user.
const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];

/** The path of dovecot, if it is installed. */
export const dovecotProgram = folders.map((folder) => join(folder, 'dovecot')).find(existsSync);

const startWithinMs = 60_000;
const password = 'lighthouse-7';

// Dovecot reads mail as no root. This is the user 'nobody' of Debian.
const isRoot = process.getuid?.() === 0;
const [mailUser, mailGroup] = isRoot ? [65_534, 65_534] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0];

export type Dovecot = {
  /** The settings of a server that reads the mailbox of this user. */
  settings: (user: string) => Record<'MAIL_IN_URL' | 'MAIL_IN_USER' | 'MAIL_IN_PASSWORD', string>;
  /** The file with the certificate, for NODE_EXTRA_CA_CERTS. The processes of the tests trust it. */
  certificate: string;
  /** The address at which a connection begins without TLS. */
  startTlsUrl: string;
  /** Puts a message into the inbox of a user. */
  deliver: (user: string, message: string) => Promise<void>;
  /** Returns the subjects of the messages in the inbox: those that are marked as read, and the others. */
  inbox: (user: string) => Promise<{ read: string[]; unread: string[] }>;
  /** Numbers the messages of the inbox anew, and marks all as unread. */
  renumber: (user: string) => Promise<void>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Suspends all processes, which then accept connections and answer nothing. Returns a function that resumes them. */
  suspend: () => Promise<() => void>;
  remove: () => Promise<void>;
};

/** Starts Dovecot on loopback. Every user has this password and a mailbox. */
export async function startDovecot(): Promise<Dovecot> {
  // Not in TMPDIR, whose parent may be closed to the user of Dovecot.
  const folder = await mkdtemp('/tmp/stowage-dovecot-');
  await chmod(folder, 0o755);
  const [port, plainPort] = [await freePort(), await freePort()];
  const certificate = makeCertificate(folder);
  const mails = join(folder, 'mail');
  await mkdir(mails);
  await chown(mails, mailUser, mailGroup);
  await writeFile(join(folder, 'dovecot.conf'), configOf(folder, port, plainPort));
  setDefaultCACertificates([...getCACertificates('default'), await readFile(certificate, 'utf8')]);

  let child: ChildProcess | undefined;
  const start = async () => {
    if (child) return;
    const started = spawn(dovecotProgram as string, ['-F', '-c', join(folder, 'dovecot.conf')], {
      stdio: 'ignore',
      detached: true,
    });
    child = started;
    process.once('exit', () => kill(started, 'SIGKILL'));
    const endsAt = performance.now() + startWithinMs;
    while (!(await answers(port))) {
      if (started.exitCode !== null || performance.now() > endsAt) throw new Error('dovecot did not start');
      await sleep(50);
    }
  };
  const stop = async () => {
    const stopped = child;
    child = undefined;
    if (!stopped || stopped.exitCode !== null) return;
    kill(stopped, 'SIGTERM');
    await once(stopped, 'exit');
  };
  await start();
  const inboxOf = (user: string) => join(mails, user);
  let delivered = 0;
  // By the name of the file. Dovecot renames a file when its message is read, so that no file is opened after a listing.
  const subjects = new Map<string, string>();
  return {
    certificate,
    startTlsUrl: `imap://127.0.0.1:${plainPort}`,
    settings: (user) => ({ MAIL_IN_URL: `imaps://127.0.0.1:${port}`, MAIL_IN_USER: user, MAIL_IN_PASSWORD: password }),
    deliver: async (user, message) => {
      for (const path of ['', 'cur', 'new', 'tmp']) {
        const made = await mkdir(join(inboxOf(user), path), { recursive: true });
        if (made !== undefined) await chown(join(inboxOf(user), path), mailUser, mailGroup);
      }
      const name = `${Date.now()}.${(delivered += 1)}.tests`;
      subjects.set(name, /^subject: (.*)$/im.exec(message)?.[1] ?? '');
      await writeFile(join(inboxOf(user), 'tmp', name), message.replaceAll(/\r?\n/g, '\n'), { mode: 0o644 });
      await rename(join(inboxOf(user), 'tmp', name), join(inboxOf(user), 'new', name));
    },
    inbox: async (user) => {
      const found = { read: [] as string[], unread: [] as string[] };
      for (const part of ['new', 'cur'])
        for (const name of (await readdir(join(inboxOf(user), part))).toSorted()) {
          // The flag S means seen. Source: https://cr.yp.to/proto/maildir.html
          const state = /:2,.*S/.test(name) ? 'read' : 'unread';
          found[state].push(subjects.get(name.replace(/:2,.*$/, '')) ?? '');
        }
      return found;
    },
    renumber: async (user) => {
      await stop();
      const list = await readFile(join(inboxOf(user), 'dovecot-uidlist'), 'utf8');
      // Dovecot takes the second in which it numbers a mailbox as its UIDVALIDITY.
      const numberedAt = Number(/ V(\d+)/.exec(list)?.[1]);
      while (Math.floor(Date.now() / 1000) <= numberedAt) await sleep(50);
      for (const name of await readdir(inboxOf(user)))
        if (name.startsWith('dovecot')) await rm(join(inboxOf(user), name));
      for (const name of await readdir(join(inboxOf(user), 'cur')))
        await rename(join(inboxOf(user), 'cur', name), join(inboxOf(user), 'new', name.replace(/:2,.*$/, '')));
      await start();
    },
    start,
    stop,
    suspend: async () => {
      const running = child;
      if (running) kill(running, 'SIGSTOP');
      return () => running && kill(running, 'SIGCONT');
    },
    remove: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Sends a signal to Dovecot and the processes that it has started. */
function kill({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-(pid as number), signal);
  } catch {
    // They have ended.
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function makeCertificate(folder: string): string {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=Dovecot of the tests', '-days', '2'];
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', ...options, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return certificate;
}

function configOf(folder: string, port: number, plainPort: number): string {
  const [own, ownGroup] = [['-un'], ['-gn']].map((asked) => execFileSync('id', asked, { encoding: 'utf8' }).trim());
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
${isRoot ? '' : `default_internal_user = ${own}\ndefault_login_user = ${own}\ndefault_internal_group = ${ownGroup}`}
first_valid_uid = 1
mail_location = maildir:${folder}/mail/%u
mail_fsync = never
ssl = required
ssl_cert = <${folder}/certificate.pem
ssl_key = <${folder}/key.pem
# The tests sign in as often as they like.
auth_failure_delay = 0
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${mailUser} gid=${mailGroup} home=${folder}/mail/%u
}
service imap-login {
  ${isRoot ? '' : 'chroot ='}
  inet_listener imap {
    port = ${plainPort}
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
service anvil {
  ${isRoot ? '' : 'chroot ='}
}
`;
}
