/**
 * Options of a test of screens that takes much processor time and shows a rare state, a long list or the accessibility of
 * an opened dialog. A run of all tests skips it. `npm run faults` and `npm test -- FILE` run it. See
 * docs/decisions/tests.md#sweeps-and-long-tests.
 */
export const long = process.env['LONG_TESTS'] === 'skip' ? { skip: 'long: npm run faults runs it' } : {};
