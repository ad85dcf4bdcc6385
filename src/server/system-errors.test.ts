import assert from 'node:assert/strict';
import { constants } from 'node:os';
import { test } from 'node:test';
import { isStoreAway, isStoreFull, isSystemError } from './system-errors.ts';

const error = (code: string, errno = -1) => Object.assign(new Error(code), { code, errno, syscall: 'open' });
/** As Node.js reports an error that it has no name for. */
const unnamed = (errno: number) => error(`Unknown system error -${errno}`, -errno);

const cases: [title: string, error: unknown, full: boolean, away: boolean][] = [
  ['a full disk', error('ENOSPC'), true, false],
  ['a used up quota', unnamed(constants.errno.EDQUOT), true, false],
  ['a read-only disk', error('EROFS'), false, true],
  ['a disk that fails', error('EIO'), false, true],
  ['a file that may not be written', error('EACCES'), false, true],
  ['a file that may not be changed', error('EPERM'), false, true],
  ['no free handles', error('EMFILE'), false, true],
  ['a stale handle of a network disk', unnamed(constants.errno.ESTALE), false, true],
  ['another unknown error', unnamed(9999), false, false],
  ['a missing file', error('ENOENT'), false, false],
  ['an error with a code that is not of the system', Object.assign(new Error('x'), { code: 'EPERM' }), false, false],
  ['nothing', undefined, false, false],
];

for (const [title, thrown, full, away] of cases)
  test(`of the errors of a store, ${title} is ${full ? 'full' : away ? 'away' : 'neither'}`, () => {
    assert.deepEqual([isStoreFull(thrown), isStoreAway(thrown)], [full, away]);
  });

test('an error of the system has a code and the name of the call', () => {
  assert.deepEqual([error('EIO'), new Error('x'), null].map(isSystemError), [true, false, false]);
});
