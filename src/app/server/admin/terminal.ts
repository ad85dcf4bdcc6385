import process from 'node:process';

/** The output of a command. */
export type Terminal = {
  say: (text: string) => void;
  /** Shows the progress until the result is disposed of: one updated line on a terminal, otherwise a line every 10 s. */
  showProgress: (text: () => string) => Disposable;
};

const redrawIntervalMs = 200;
const logIntervalMs = 10_000;

/** Writes results to standard output and progress to standard error, so that a program can read the results. */
export function openTerminal(): Terminal {
  const { stdout, stderr } = process;
  // The program that reads the output has exited, as `head` does after some lines.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
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
      const timer = setInterval(show, stderr.isTTY ? redrawIntervalMs : logIntervalMs);
      return {
        [Symbol.dispose]() {
          clearInterval(timer);
          clear();
        },
      };
    },
  };
}
