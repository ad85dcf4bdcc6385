import { ImapFlow } from 'imapflow';

// Loaded into a server before its own code. Kills the process with SIGKILL when it calls this method of the IMAP client.

const method = process.env['KILL_AT_IMAP'] as 'download' | 'messageFlagsAdd';

ImapFlow.prototype[method] = () => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};
