import { locale } from '#shared/format.ts';
import { silentAfterDays } from './silence.rules.ts';

/** The origin of a mark: filled marks are set by people, hollow ones are derived. Our choice throughout. */
export const markTexts = {
  overdue: 'derived: the PFI date has passed',
  byRule: 'Logged by the system: the PFI date has passed',
  byPerson: 'Logged by a person',
  silent: (days: number) => `No update for ${days.toLocaleString(locale)} days`,
  silentHint: `Derived: the last entry by a person is ${silentAfterDays} days old or older`,
} as const;
