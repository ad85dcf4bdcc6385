import process from 'node:process';

/** Where a command says what it found and how far it is. */
export type Terminal = {
  say: (text: string) => void;
  /** Shows how far it is until the returned function is called: one line that is rewritten, or a line now and then where nobody watches. */
  showProgress: (text: () => string) => () => void;
};

const rewriteEveryMs = 200;
const sayEveryMs = 10_000;

/** Results go to standard output, progress to standard error, so that results can be read by a program. */
export function openTerminal(): Terminal {
  const { stdout, stderr } = process;
  let isShown = false;
  const clear = () => {
    if (isShown) stderr.write('\r\u001b[2K');
    isShown = false;
  };
  return {
    say(text) {
      clear();
      stdout.write(`${text}\n`);
    },
    showProgress(text) {
      const show = () => {
        clear();
        stderr.write(stderr.isTTY ? text().slice(0, (stderr.columns ?? 80) - 1) : `${text()}\n`);
        isShown = stderr.isTTY;
      };
      const timer = setInterval(show, stderr.isTTY ? rewriteEveryMs : sayEveryMs);
      return () => {
        clearInterval(timer);
        clear();
      };
    },
  };
}
