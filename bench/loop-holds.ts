import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded into a server before its program. Writes each time that its main thread has worked without a pause to a file, in
// milliseconds of processor time. Other programs on the machine do not change this time, as they change a waiting time.

const path = process.env['LOOP_HOLDS'];
const leastMs = 10;

if (path && isMainThread) {
  let before = process.threadCpuUsage();
  const look = () => {
    const now = process.threadCpuUsage();
    const heldMs = (now.user + now.system - before.user - before.system) / 1000;
    if (heldMs >= leastMs) appendFileSync(path, `${heldMs.toFixed(1)}\n`);
    before = process.threadCpuUsage();
  };
  setInterval(look, 1).unref();
}
