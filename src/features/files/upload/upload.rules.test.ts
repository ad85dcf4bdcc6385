import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { maxFilesPerRequest } from '../core/files.rules.ts';
import { timeLeft } from '../core/files.texts.ts';
import {
  addSample,
  bytesPerSecond,
  coarsePercent,
  maxBytesPerRequest,
  percent,
  planRequests,
  renamed,
  rowsInView,
  secondsLeft,
  sentOfEach,
  speedWindowMs,
  totalSize,
  photoName,
} from './upload.rules.ts';
import type { Sample } from './upload.rules.ts';

const files = (...sizes: number[]) => sizes.map((size, index) => ({ size, index }));

describe('the requests of an upload', () => {
  test('a hundred files go in one request, one more needs a second', () => {
    const many = (count: number) =>
      planRequests(files(...Array.from({ length: count }, () => 1))).map((part) => part.length);
    assert.deepEqual(many(0), []);
    assert.deepEqual(many(maxFilesPerRequest), [100]);
    assert.deepEqual(many(maxFilesPerRequest + 1), [100, 1]);
    assert.deepEqual(many(250), [100, 100, 50]);
  });

  test('large sums are split, and a file above the limit goes alone', () => {
    const half = maxBytesPerRequest / 2;
    const lengths = (...sizes: number[]) => planRequests(files(...sizes)).map((part) => part.length);
    assert.deepEqual(lengths(half, half), [2]);
    assert.deepEqual(lengths(half, half, 1), [2, 1]);
    assert.deepEqual(lengths(1, maxBytesPerRequest * 5, 1), [1, 1, 1]);
  });

  test('every file is sent once, in the order given', () => {
    const all = files(...Array.from({ length: 321 }, (_, index) => (index % 7) * (maxBytesPerRequest / 9)));
    assert.deepEqual(planRequests(all).flat(), all);
  });

  test('empty files are sent too', () => {
    assert.equal(planRequests(files(0, 0)).flat().length, 2);
    assert.equal(totalSize(files(0, 5, 0, 7)), 12);
  });
});

describe('progress', () => {
  test('the files of a request are sent one after another', () => {
    assert.deepEqual(sentOfEach([10, 0, 20, 5], 0), [0, 0, 0, 0]);
    assert.deepEqual(sentOfEach([10, 0, 20, 5], 12), [10, 0, 2, 0]);
    assert.deepEqual(sentOfEach([10, 0, 20, 5], 35), [10, 0, 20, 5]);
    // The multipart headers make the request larger than its files.
    assert.deepEqual(sentOfEach([10, 0, 20, 5], 999), [10, 0, 20, 5]);
  });

  test('the progress reaches 100 percent only when every byte is sent', () => {
    assert.equal(percent(0, 1000), 0);
    assert.equal(percent(999, 1000), 99);
    assert.equal(percent(1000, 1000), 100);
    assert.equal(percent(1500, 1000), 100);
    assert.equal(percent(-5, 1000), 0);
    assert.equal(percent(0, 0), 100);
  });

  test('a screen reader announces each quarter', () => {
    assert.deepEqual(
      [0, 24, 25, 49, 74, 75, 99, 100].map((sent) => coarsePercent(sent, 100)),
      [0, 0, 25, 25, 50, 75, 75, 100],
    );
  });
});

describe('speed and time left', () => {
  const run = (...moments: [at: number, sent: number][]) =>
    moments.reduce<readonly Sample[]>((samples, [at, sent]) => addSample(samples, { at, sent }), []);

  test('the speed is unknown until there are enough samples', () => {
    assert.equal(bytesPerSecond([]), undefined);
    assert.equal(bytesPerSecond(run([0, 0])), undefined);
    assert.equal(bytesPerSecond(run([0, 0], [100, 5000])), undefined);
  });

  test('the speed of a steady upload is its bytes per second', () => {
    assert.equal(bytesPerSecond(run([0, 0], [1000, 2000], [2000, 4000])), 2000);
  });

  test('samples before the window do not count', () => {
    const slowThenFast = run([0, 0], [60_000, 60], [60_000 + speedWindowMs, 60 + 5_000_000]);
    assert.equal(bytesPerSecond(slowThenFast), 1_000_000);
    assert.ok(slowThenFast.length <= 2);
  });

  test('the speed of a stalled upload is zero, and the time left is unknown', () => {
    const stalled = run([0, 0], [1000, 5000], [20_000, 5000], [26_000, 5000]);
    assert.equal(bytesPerSecond(stalled), 0);
    assert.equal(secondsLeft(100, 0), undefined);
    assert.equal(secondsLeft(100, undefined), undefined);
    assert.equal(secondsLeft(100, 50), 2);
  });

  test('the number of samples is bounded', () => {
    const long = run(...Array.from({ length: 5000 }, (_, index) => [index * 100, index] as [number, number]));
    assert.ok(long.length < 60);
  });

  test('the time left is rounded', () => {
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

  test('the name shown is the name that will be stored', () => {
    assert.equal(renamed('report.pdf', '  summary.pdf '), 'summary.pdf');
    assert.equal(renamed('report.pdf', '2026/summary.pdf'), 'summary.pdf');
  });
});

describe('the visible rows of a long list', () => {
  test('include a few rows above and below the visible part', () => {
    assert.deepEqual(rowsInView(0, 400, 50, 1000), { start: 0, end: 16 });
    assert.deepEqual(rowsInView(5000, 400, 50, 1000), { start: 92, end: 116 });
    assert.deepEqual(rowsInView(49_600, 400, 50, 1000), { start: 984, end: 1000 });
  });

  test('stay within a list that has shrunk', () => {
    assert.deepEqual(rowsInView(50_000, 400, 50, 10), { start: 10, end: 10 });
  });
});

test('a photo without a name of its own gets the time at which it was taken', () => {
  const taken = new Date(2026, 10, 4, 9, 5, 7);
  assert.equal(photoName('image.jpg', taken), 'Photo 2026-11-04 09.05.07.jpg');
  assert.equal(photoName('Image.HEIC', taken), 'Photo 2026-11-04 09.05.07.HEIC');
  for (const name of ['IMG_2041.jpg', 'image', 'image.tar.gz', 'my image.jpg'])
    assert.equal(photoName(name, taken), name);
});
