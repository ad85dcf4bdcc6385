import { dayMs } from '#shared/calendar.ts';

/** What somebody has to do something about, the most urgent first. */
export const warningKinds = [
  'damaged-files',
  'store-away',
  'disk-full',
  'plain-http',
  'given-password',
  'no-backup',
  'round-failed',
  'no-mail',
] as const;
export type WarningKind = (typeof warningKinds)[number];

/** Our choice: of the disk that has the data folder. */
export const fullShare = 0.9;

/** A week's work is the most that anybody should lose. */
const backupWithinMs = 7 * dayMs;

export type WarningFacts = {
  /** Where people reach it. */
  address: string;
  damaged: number;
  store: { answer_ms: number | null };
  disk: { total: number; free: number };
  has_given_password: boolean;
  backup: { at: string } | null;
  rounds: readonly { failed: boolean }[];
  mail: boolean;
};

export function warningsOf(facts: WarningFacts, now: Date): WarningKind[] {
  const { disk, backup } = facts;
  const holds: Record<WarningKind, boolean> = {
    'damaged-files': facts.damaged > 0,
    'store-away': facts.store.answer_ms === null,
    'disk-full': disk.total > 0 && usedShare(disk) >= fullShare,
    'plain-http': isPlainOverNetwork(facts.address),
    'given-password': facts.has_given_password,
    'no-backup': backup === null || now.getTime() - Date.parse(backup.at) > backupWithinMs,
    'round-failed': facts.rounds.some((round) => round.failed),
    'no-mail': !facts.mail,
  };
  return warningKinds.filter((kind) => holds[kind]);
}

export const usedShare = ({ total, free }: { total: number; free: number }) => (total === 0 ? 0 : 1 - free / total);

/** What stays on the machine nobody between can read. */
export function isPlainOverNetwork(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

const units = [
  [1000, 'ms'],
  [60, 's'],
  [60, 'min'],
  [48, 'h'],
] as const;

/** A length of time for people: '< 1 ms', '12 ms', '1.5 s', '3 min', '47 h', '12 days'. */
export function formatLength(ms: number): string {
  if (ms < 1) return '< 1 ms';
  let length = ms;
  for (const [most, unit] of units) {
    if (length < most) return `${unit === 's' ? Number(length.toFixed(1)) : Math.round(length)} ${unit}`;
    length /= most === 48 ? 24 : most;
  }
  return `${Math.floor(length)} days`;
}
