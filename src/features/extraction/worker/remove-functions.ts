import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import v8 from 'node:v8';

// Node's permission model does not cover these functions. They signal or slow down other processes of the same user, or
// change the options of this process. `--import` runs this file before the process loads a library, so a library cannot
// keep a reference.

const lowPriority = 10;
try {
  os.setPriority(lowPriority);
} catch {
  // Some systems refuse this. The limits on the process still apply.
}

function remove(target: object, ...names: string[]): void {
  for (const name of names) Reflect.deleteProperty(target, name);
}

remove(process, 'kill', '_kill', '_debugProcess', '_debugEnd', 'umask');
remove(process, 'setuid', 'seteuid', 'setgid', 'setegid', 'setgroups', 'initgroups');
remove(os, 'setPriority');
// Its handle has a `kill` of its own.
remove(childProcess, 'ChildProcess');
remove(v8, 'setFlagsFromString');
syncBuiltinESMExports();
