import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { z } from 'zod';
import { CannotStart } from '#server/config.ts';
import { fold } from '#shared/fold.ts';
import { texts } from './import.texts.ts';

// The rules that give each file of an imported folder its team and type. See docs/administration.md.

const rule = z.strictObject({
  path: z.string().min(1).max(1000),
  team: z.string().optional(),
  type: z.string().optional(),
  skip: z.literal(true).optional(),
});
const ruleFile = z.array(rule).max(1000);

type Named = { id: number; name: string };
type Rule = { matches: (path: string) => boolean; teamId?: number; typeId?: number; skip?: true };

export type Placement = { teamId: number | undefined; typeId: number | undefined; isSkipped: boolean };

/** Returns the team and the type of the file at a path below the folder, with `/` between its parts. */
export type Rules = (path: string) => Placement;

export type RuleSource = { team?: string; type?: string; rules?: string };

/**
 * Reads the rules. The first rule that matches a path and names a team decides the team, and so for the type. Throws
 * CannotStart for an invalid file, and for a team or type that does not exist.
 */
export async function readRules(
  given: RuleSource,
  known: { teams: readonly Named[]; types: readonly Named[] },
): Promise<Rules> {
  const idOf = (kind: 'team' | 'type', name: string | undefined): number | undefined => {
    if (name === undefined) return undefined;
    const all = kind === 'team' ? known.teams : known.types;
    const found = all.find((one) => one.name === name) ?? all.find((one) => fold(one.name) === fold(name));
    if (!found)
      throw new CannotStart(
        texts.unknown(
          kind,
          name,
          all.map((one) => one.name),
        ),
      );
    return found.id;
  };
  const usual = { teamId: idOf('team', given.team), typeId: idOf('type', given.type) };
  const listed = given.rules === undefined ? [] : await readRuleFile(given.rules);
  const rules = listed.map(({ path, team, type, skip }): Rule => {
    const [teamId, typeId, pattern] = [idOf('team', team), idOf('type', type), comparable(path)];
    return {
      matches: (text) => posix.matchesGlob(text, pattern),
      ...(teamId !== undefined && { teamId }),
      ...(typeId !== undefined && { typeId }),
      ...(skip && { skip }),
    };
  });
  return (path) => {
    const text = comparable(path);
    const matching = rules.filter((one) => one.matches(text));
    return {
      teamId: matching.find((one) => one.teamId !== undefined)?.teamId ?? usual.teamId,
      typeId: matching.find((one) => one.typeId !== undefined)?.typeId ?? usual.typeId,
      isSkipped: matching.some((one) => one.skip),
    };
  };
}

/** Case and accents do not matter. The pattern `**` passes over names with a dot at the start unless the dot is hidden. */
const comparable = (path: string) => fold(path).replace(/(^|\/)\./g, '$1\u0003');

async function readRuleFile(path: string): Promise<z.infer<typeof ruleFile>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(texts.rulesUnreadable(path, error.code ?? error.message));
  });
  try {
    return ruleFile.parse(JSON.parse(text));
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
    throw new CannotStart(
      texts.rulesInvalid(path, issue ? `${issue.path.join('.')}: ${issue.message}` : String(error)),
    );
  }
}
