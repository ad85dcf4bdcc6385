import { counted, formatSize } from '#shared/format.ts';

const number = (count: number) => count.toLocaleString('en-US');

export type ImportCounts = {
  seen: number;
  stored: number;
  updated: number;
  present: number;
  skipped: number;
  leftOut: number;
  bytes: number;
};

/** The texts of the command that imports a folder. */
export const texts = {
  unknown: (kind: 'team' | 'type', name: string, known: readonly string[]) =>
    `There is no ${kind === 'team' ? 'team' : 'file type'} ${JSON.stringify(name)}. There ${known.length === 1 ? 'is' : 'are'}: ${known
      .slice(0, 100)
      .map((one) => JSON.stringify(one))
      .join(', ')}.`,
  rulesUnreadable: (path: string, code: string) => `--rules: ${path} cannot be read (${code}).`,
  rulesInvalid: (path: string, issue: string) =>
    `--rules: ${path} is not a JSON array of rules such as {"path": "**/*.pdf", "team": "…", "type": "…"} (${issue}).`,
  noFolder: (path: string) => `${path} is not a folder that can be read.`,
  noName: 'The folder has no name of its own. Name one with --into.',
  isDataFolder: (path: string) => `${path} is in DATA_DIR, which holds the stored files. Choose another folder.`,
  noTeamOrType: 'Name a team and a file type with --team and --type, or in a file of rules with --rules.',
  noSuchUser: (email: string) => `There is no user with the e-mail address ${email}.`,
  noAdministrator: 'There is no active administrator. Name the user whose uploads these are with --as EMAIL.',
  suspendedUser: (email: string) => `${email} is suspended. Name another user with --as.`,
  isRunning: 'Another import into this installation is running. Wait for it, or stop it first.',
  typeOrTeamGone: 'A team or a file type of the import was deleted meanwhile. Run the command again.',
  begun: (folder: string, user: string) => `Importing into ${JSON.stringify(folder)} as uploads of ${user}.`,
  progress: ({ seen, stored, updated, present, leftOut, skipped, bytes }: ImportCounts, perSecond: number) =>
    `${counted(seen, 'file')} seen: ${number(stored + updated)} stored (${formatSize(bytes)}), ${number(present)} already there, ${number(leftOut + skipped)} left out; ${perSecond.toFixed(0)} files/s`,
  leftOut: (path: string, reason: string) => `left out  ${JSON.stringify(path)}  ${reason}`,
  cleaned: (path: string, name: string) => `cleaned   ${JSON.stringify(path)}  stored as ${JSON.stringify(name)}`,
  reasons: {
    link: 'a symbolic link; import its target itself',
    special: 'not a regular file',
    unreadable: (code: string) => `cannot be read (${code})`,
    tooLarge: (max: number) => `larger than MAX_UPLOAD_BYTES (${formatSize(max)})`,
    changing: 'was changed while it was read; run the command again',
    noTeam: 'no rule gives it a team, and there is no --team',
    noType: 'no rule gives it a file type, and there is no --type',
    rule: 'skipped by a rule',
    system: 'a file of the operating system or of an open program',
    changed: 'another content is stored under this path; --update stores this one as its new version',
    inTrash: 'is in the trash with another content',
    changedMeanwhile: 'was moved to the trash or replaced during the import',
  },
  summary: ({ seen, stored, updated, present, skipped, leftOut, bytes }: ImportCounts) =>
    [
      `${counted(seen, 'file')} seen.`,
      `${number(stored)} stored${updated > 0 ? `, ${number(updated)} as new versions` : ''} (${formatSize(bytes)}).`,
      `${number(present)} already there.`,
      `${number(skipped)} skipped, ${number(leftOut)} left out.`,
    ].join('\n'),
  complete: 'Everything is in. A further run would find nothing to do.',
  incomplete: 'Read the lines "left out" above. A further run tries these files again and skips what is there.',
  stopped: 'Stopped. Run the same command again to go on: it skips what is there.',
  notice: (count: number, by: string, team: string) => `${by} moved ${counted(count, 'file')} in to ${team}.`,
  noticeTitle: 'Files moved in',
  detail: (folder: string, user: string) => `Folder: ${folder}; uploads of ${user}`,
  result: (folder: string, { stored, updated, present, skipped, leftOut }: ImportCounts) =>
    `Folder: ${folder}; ${stored} stored, ${updated} new versions, ${present} already there, ${skipped} skipped, ${leftOut} left out`,
} as const;
