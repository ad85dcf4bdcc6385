import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (how: { type: 'major' | 'minor'; flavor?: 'last-resort' }) => void;

let collect: Collect | undefined;

/** Has the runtime collect at once what it would collect by and by. */
export const collectGarbage: Collect = (how) => {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  collect(how);
};
