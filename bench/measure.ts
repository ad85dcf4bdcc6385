/** One line of the table. */
export type Row = {
  line: number;
  workload: string;
  ours: string;
  limit: string;
  ratio: string;
  goal: string;
  /** Undefined if the row has no goal and is shown for comparison. */
  met: boolean | undefined;
};

export type Spread = { median: number; min: number; max: number };

/** Small sizes only test that the benchmark works. */
export type Sizes = {
  rounds: number;
  largeBytes: number;
  smallFiles: number;
  calls: number;
  ranges: number;
  fillings: number[];
  containers: number[];
  browsers: number;
  watchSeconds: number;
};

export const fullSizes: Sizes = {
  rounds: 5,
  largeBytes: 1024 ** 3,
  smallFiles: 2_000,
  calls: 20_000,
  ranges: 1_000,
  fillings: [100_000],
  containers: [10_000, 100_000],
  browsers: 1_000,
  watchSeconds: 60,
};

export const quickSizes: Sizes = {
  rounds: 2,
  largeBytes: 64 * 1024 ** 2,
  smallFiles: 200,
  calls: 2_000,
  ranges: 100,
  fillings: [1_000],
  containers: [1_000],
  browsers: 100,
  watchSeconds: 10,
};

/** Measures A, B, A, B …, so that other load on the machine affects both. */
export async function alternate(
  rounds: number,
  ours: () => Promise<number>,
  limit: () => Promise<number>,
): Promise<{ ours: Spread; limit: Spread; ratio: Spread }> {
  const pairs: { ours: number; limit: number }[] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push({ ours: await ours(), limit: await limit() });
  return {
    ours: spreadOf(pairs.map((pair) => pair.ours)),
    limit: spreadOf(pairs.map((pair) => pair.limit)),
    ratio: spreadOf(pairs.map((pair) => pair.ours / pair.limit)),
  };
}

function spreadOf(values: number[]): Spread {
  return { median: quantile(values, 0.5), min: Math.min(...values), max: Math.max(...values) };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const showSpread = ({ median, min, max }: Spread) =>
  `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;

/** A row whose goal is a ratio of speeds. */
export function ratioRow(
  row: { line: number; workload: string; unit: string; atLeast: number },
  measured: { ours: Spread; limit: Spread; ratio: Spread },
): Row {
  const { line, workload, unit, atLeast } = row;
  const show = ({ median }: Spread) => `${median.toFixed(0)} ${unit}`;
  return {
    line,
    workload,
    ours: show(measured.ours),
    limit: show(measured.limit),
    ratio: showSpread(measured.ratio),
    goal: `≥ ${atLeast.toFixed(2)}`,
    met: measured.ratio.median >= atLeast,
  };
}

/** A row with an absolute maximum as its goal. */
export function maxRow(
  row: { line: number; workload: string; unit: string; max: number; limit?: string },
  value: number,
): Row {
  const { line, workload, unit, max, limit = '' } = row;
  const met = Number.isNaN(value) ? undefined : value <= max;
  return { line, workload, ours: `${round(value)} ${unit}`, limit, ratio: '', goal: `≤ ${max} ${unit}`, met };
}

const round = (value: number) => value.toFixed(value < 1 ? 2 : value < 10 ? 1 : 0);
