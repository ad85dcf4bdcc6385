// @ts-check
import { begin, pinnedNode, root } from './programs.mjs';

/** The server, restarted on every change, and the page's own development server in front of it; they end together. */
export async function dev() {
  const port = process.env.PORT || '3000';
  const env = { ...process.env, PORT: port, STOWAGE_API: `http://127.0.0.1:${port}` };
  const parts = [
    begin(pinnedNode, ['--watch', '--watch-preserve-output', 'src/app/server/main.ts'], { cwd: root, env }),
    begin(pinnedNode, ['node_modules/vite/bin/vite.js'], { cwd: root, env }),
  ];
  const exitCode = await Promise.race(parts.map((part) => part.ended));
  for (const part of parts) part.stop();
  await Promise.all(parts.map((part) => part.ended));
  // Ended by a signal, as it always is, is no failure.
  return exitCode > 128 ? 0 : exitCode;
}
