import type { Team } from '#features/teams/teams.contract.ts';
import { roles } from '#shared/access.ts';
import { confirmingWord } from './keeping.texts.ts';

/** Fewer days than these left in the trash are pointed out. Our choice. */
const warnsUnderDays = 4;

export const isRunningOut = (file: { days_left: number }): boolean => file.days_left < warnsUnderDays;

/** A longer name is nothing to ask anybody to type. Our choice. */
const longestTypedName = 40;

/** Letters, digits, signs and plain spaces; what is invisible in a name cannot be copied from what is seen. */
const typeable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;

/** What has to be typed before a file is deleted for good: its name, or a word when that is hard to type. */
export function wordToType(file: { filename: string }): string {
  const name = file.filename.trim();
  return name !== '' && name.length <= longestTypedName && typeable.test(name) ? name : confirmingWord;
}

/** Spaces are what people get wrong without noticing; the same letters may be written in two ways. */
const asTyped = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ');

export const isTyped = (typed: string, word: string): boolean => asTyped(typed) === asTyped(word);

type Mover = { role_id: number; team_id: number | null; teams_can_view: readonly number[] };

/** The teams whose files somebody sees, which are those that they may move files to. Source: decisions.md section 3. */
export function teamsToMoveTo(person: Mover, teams: readonly Team[]): Team[] {
  const seen = new Set([person.team_id, ...person.teams_can_view]);
  return teams.filter((team) => person.role_id === roles.administrator || seen.has(team.id));
}
