import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded into a server before its program. Writes its event-loop delays to a file: the milliseconds of processor time for which
// the main thread worked without a pause. Unlike a waiting time, this does not depend on other programs on the machine.

const path = process.env['EVENT_LOOP_DELAYS'];
const leastMs = 10;

if (path && isMainThread) {
  let before = process.threadCpuUsage();
  const look = () => {
    const now = process.threadCpuUsage();
    const workedMs = (now.user + now.system - before.user - before.system) / 1000;
    if (workedMs >= leastMs) appendFileSync(path, `${workedMs.toFixed(1)}\n`);
    before = process.threadCpuUsage();
  };
  setInterval(look, 1).unref();
}
