// @ts-check
import { start, pinnedNode, root } from './programs.mjs';

/** Runs Vite's development server and, behind it, the server, which restarts on every change. Both stop together. */
export async function dev() {
  const port = process.env.PORT || '3000';
  const env = { ...process.env, PORT: port, STOWAGE_API: `http://127.0.0.1:${port}` };
  const programs = [
    start(pinnedNode, ['--watch', '--watch-preserve-output', 'src/app/server/main.ts'], { cwd: root, env }),
    start(pinnedNode, ['node_modules/vite/bin/vite.js'], { cwd: root, env }),
  ];
  const exitCode = await Promise.race(programs.map((program) => program.ended));
  for (const program of programs) program.stop();
  await Promise.all(programs.map((program) => program.ended));
  // A signal, such as Ctrl-C, is the normal end.
  return exitCode > 128 ? 0 : exitCode;
}
