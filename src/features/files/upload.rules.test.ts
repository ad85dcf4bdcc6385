import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mostFilesPerRequest } from './files.rules.ts';
import { timeLeft } from './files.texts.ts';
import {
  addSample,
  bytesPerSecond,
  coarsePercent,
  mostBytesPerRequest,
  percent,
  planRequests,
  renamed,
  rowsInView,
  secondsLeft,
  sentOfEach,
  speedWindowMs,
  totalSize,
} from './upload.rules.ts';
import type { Sample } from './upload.rules.ts';

const files = (...sizes: number[]) => sizes.map((size, index) => ({ size, index }));

describe('the requests of an upload', () => {
  test('a hundred files go in one request, one more needs a second', () => {
    const many = (count: number) =>
      planRequests(files(...Array.from({ length: count }, () => 1))).map((part) => part.length);
    assert.deepEqual(many(0), []);
    assert.deepEqual(many(mostFilesPerRequest), [100]);
    assert.deepEqual(many(mostFilesPerRequest + 1), [100, 1]);
    assert.deepEqual(many(250), [100, 100, 50]);
  });

  test('large sums are split, and a file above the limit goes alone', () => {
    const half = mostBytesPerRequest / 2;
    const lengths = (...sizes: number[]) => planRequests(files(...sizes)).map((part) => part.length);
    assert.deepEqual(lengths(half, half), [2]);
    assert.deepEqual(lengths(half, half, 1), [2, 1]);
    assert.deepEqual(lengths(1, mostBytesPerRequest * 5, 1), [1, 1, 1]);
  });

  test('every file is sent once, in the order given', () => {
    const all = files(...Array.from({ length: 321 }, (_, index) => (index % 7) * (mostBytesPerRequest / 9)));
    assert.deepEqual(planRequests(all).flat(), all);
  });

  test('files without content are files', () => {
    assert.equal(planRequests(files(0, 0)).flat().length, 2);
    assert.equal(totalSize(files(0, 5, 0, 7)), 12);
  });
});

describe('progress', () => {
  test('files of a request leave one after another', () => {
    assert.deepEqual(sentOfEach([10, 0, 20, 5], 0), [0, 0, 0, 0]);
    assert.deepEqual(sentOfEach([10, 0, 20, 5], 12), [10, 0, 2, 0]);
    assert.deepEqual(sentOfEach([10, 0, 20, 5], 35), [10, 0, 20, 5]);
    // The form's envelope makes the request larger than its files.
    assert.deepEqual(sentOfEach([10, 0, 20, 5], 999), [10, 0, 20, 5]);
  });

  test('100 percent is said when everything has left, not before', () => {
    assert.equal(percent(0, 1000), 0);
    assert.equal(percent(999, 1000), 99);
    assert.equal(percent(1000, 1000), 100);
    assert.equal(percent(1500, 1000), 100);
    assert.equal(percent(-5, 1000), 0);
    assert.equal(percent(0, 0), 100);
  });

  test('a listener hears quarters', () => {
    assert.deepEqual(
      [0, 24, 25, 49, 74, 75, 99, 100].map((sent) => coarsePercent(sent, 100)),
      [0, 0, 25, 25, 50, 75, 75, 100],
    );
  });
});

describe('speed and time left', () => {
  const run = (...moments: [at: number, sent: number][]) =>
    moments.reduce<readonly Sample[]>((samples, [at, sent]) => addSample(samples, { at, sent }), []);

  test('nothing is said before there is something to measure', () => {
    assert.equal(bytesPerSecond([]), undefined);
    assert.equal(bytesPerSecond(run([0, 0])), undefined);
    assert.equal(bytesPerSecond(run([0, 0], [100, 5000])), undefined);
  });

  test('a steady upload has its speed', () => {
    assert.equal(bytesPerSecond(run([0, 0], [1000, 2000], [2000, 4000])), 2000);
  });

  test('what happened long ago no longer counts', () => {
    const slowThenFast = run([0, 0], [60_000, 60], [60_000 + speedWindowMs, 60 + 5_000_000]);
    assert.equal(bytesPerSecond(slowThenFast), 1_000_000);
    assert.ok(slowThenFast.length <= 2);
  });

  test('a stall brings the speed to nothing, and no time is promised', () => {
    const stalled = run([0, 0], [1000, 5000], [20_000, 5000], [26_000, 5000]);
    assert.equal(bytesPerSecond(stalled), 0);
    assert.equal(secondsLeft(100, 0), undefined);
    assert.equal(secondsLeft(100, undefined), undefined);
    assert.equal(secondsLeft(100, 50), 2);
  });

  test('the samples kept do not grow with the upload', () => {
    const long = run(...Array.from({ length: 5000 }, (_, index) => [index * 100, index] as [number, number]));
    assert.ok(long.length < 60);
  });

  test('the time left is said roughly', () => {
    assert.equal(timeLeft(0), 'A few seconds left');
    assert.equal(timeLeft(12), 'About 15 seconds left');
    assert.equal(timeLeft(54), 'About 55 seconds left');
    assert.equal(timeLeft(56), 'About 1 minute left');
    assert.equal(timeLeft(130), 'About 2 minutes left');
    assert.equal(timeLeft(3540), 'About 59 minutes left');
    assert.equal(timeLeft(3600), 'About 1 hour left');
    assert.equal(timeLeft(2 * 3600 + 60), 'About 2 hours 1 minute left');
    assert.equal(timeLeft(90_000), 'More than a day left');
  });
});

describe('renaming a selected file', () => {
  test('a blank name is ignored', () => {
    assert.equal(renamed('report.pdf', ''), 'report.pdf');
    assert.equal(renamed('report.pdf', ' \t '), 'report.pdf');
  });

  test('the name shown is the one that will be kept', () => {
    assert.equal(renamed('report.pdf', '  summary.pdf '), 'summary.pdf');
    assert.equal(renamed('report.pdf', '2026/summary.pdf'), 'summary.pdf');
  });
});

describe('the rows of a long list near the part on screen', () => {
  test('begin and end a little beyond it', () => {
    assert.deepEqual(rowsInView(0, 400, 50, 1000), { start: 0, end: 16 });
    assert.deepEqual(rowsInView(5000, 400, 50, 1000), { start: 92, end: 116 });
    assert.deepEqual(rowsInView(49_600, 400, 50, 1000), { start: 984, end: 1000 });
  });

  test('stay within a list that has become shorter', () => {
    assert.deepEqual(rowsInView(50_000, 400, 50, 10), { start: 10, end: 10 });
  });
});
