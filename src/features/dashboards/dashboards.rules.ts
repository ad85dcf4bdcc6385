import type { AdminDashboard } from './dashboards.contract.ts';

/** A person is active whose session was used this recently. Source: decisions.md section 2, `GET /api/admin-index`. */
export const activeWithinMs = 15 * 60 * 1000;

/** Files under 'Recent Files Uploaded'. Source: spec section 9, Admin dashboard. */
export const recentFilesShown = 5;

/** Teams under 'Team Overview'. Source: spec section 9, Admin dashboard. */
export const teamsShown = 5;

/** Uploads, and downloads, under 'Recent Activity'. Source: spec section 9, Personal dashboard; for downloads our choice. */
export const activitiesOfAKind = 4;

/** Months of 'Upload Trends (Last 6 Months)'. */
const trendMonths = 6;

/** Colours of the file-type chart. Source: spec section 9, Admin dashboard. */
export const chartColors = 10;

/** The last six calendar months, oldest first and the current one included, as `yyyy-mm`. UTC, as uploads are counted. */
export function lastMonths(now: Date): string[] {
  return Array.from({ length: trendMonths }, (_, place) => {
    const monthsAgo = trendMonths - 1 - place;
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1)).toISOString().slice(0, 7);
  });
}

/**
 * The 'Total Users' series, which is no history: month i of 0 to 5 shows floor(total × (0.7 + 0.05 i)). In twentieths,
 * because 0.7 + 0.05 × 2 is a little less than 0.8 to a computer, and 10 users would become 7.
 * Source: spec section 9, Admin dashboard; decisions.md section 4.
 */
export function totalUsersSeries(total: number): number[] {
  return Array.from({ length: trendMonths }, (_, place) => Math.floor((total * (14 + place)) / 20));
}

type FileTypeCount = AdminDashboard['file_types'][number];

export type Slice = { types: FileTypeCount[]; files: number };

/**
 * The chart's slices, one for each colour at most. Our choice: with more types than colours the largest nine keep theirs
 * and the rest becomes one slice.
 */
export function slicesOf(types: readonly FileTypeCount[]): Slice[] {
  const own = types.length > chartColors ? types.slice(0, chartColors - 1) : types;
  const rest = types.slice(own.length);
  const slices = own.map((type) => ({ types: [type], files: type.files }));
  return rest.length === 0
    ? slices
    : [...slices, { types: rest, files: rest.reduce((sum, type) => sum + type.files, 0) }];
}
