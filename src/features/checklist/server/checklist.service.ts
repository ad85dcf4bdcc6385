import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { fieldRefusals } from '#features/containers/core/container-fields.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { refusals as containerRefusals } from '#features/containers/core/containers.texts.ts';
import { findContainer } from '#features/containers/server/core/containers.queries.ts';
import { listPapers } from '#features/containers/server/list/container-papers.queries.ts';
import { findParty } from '#features/containers/server/parties/parties.queries.ts';
import { fileTypeExists } from '#features/file-types/server/file-types.queries.ts';
import { refusals as fileRefusals } from '#features/files/core/files.texts.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import type { ChecklistRule, Paper, RuleInput } from '#features/papers/checklist.contract.ts';
import { maxRules } from '#features/papers/checklist.rules.ts';
import { refusals, ruleDetail } from '#features/papers/checklist.texts.ts';
import { countRules, deleteRule, findRule, insertRule } from '#features/papers/server/checklist.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs, transactLocked } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { lockNumberOf, lockPartyNames } from '#server/database/dialect/locks.ts';
import { refusal } from '#server/refusal.ts';

/** Refuses with 422 an unknown type or party and a rule too many, and with 409 a second rule for the same containers. */
export async function addRule(ctx: Context, caller: Caller, input: RuleInput): Promise<ChecklistRule> {
  // A party that is merged into another one at the same time would take the rule with it.
  return transactLocked(ctx, caller, lockPartyNames, async (tx, write) => {
    await lockNumberOf(tx, 'checklist');
    if (!(await fileTypeExists(tx, input.file_type_id)))
      throw refusal.invalid('file_type.unknown', 'file_type_id', fileRefusals.unknownType);
    if (typeof input.party_id === 'number' && !(await findParty(tx, input.party_id)))
      throw refusal.invalid('party.unknown', 'party_id', fieldRefusals.unknownParty);
    if ((await countRules(tx)) >= maxRules)
      throw refusal.invalid('checklist.too_many', 'file_type_id', refusals.tooMany(maxRules));
    const id = await insertRule(tx, input);
    if (id === undefined) throw refusal.conflict('checklist.exists', refusals.exists);
    const added = (await findRule(tx, id)) as ChecklistRule;
    await recordAudit(write, 'file_type.expected', thingOf(added));
    return added;
  });
}

/** Refuses with 404 if there is no such rule. */
export async function removeRule(ctx: Context, caller: Caller, id: number): Promise<void> {
  await transactAs(ctx, caller, async (tx, write) => {
    const rule = await findRule(tx, id);
    if (!rule || !(await deleteRule(tx, id))) throw refusal.notFound('checklist.not_found', refusals.gone);
    await recordAudit(write, 'file_type.not_expected', thingOf(rule));
  });
}

const thingOf = ({ file_type_id, file_type_name, stage, party }: ChecklistRule) => {
  return { id: file_type_id, name: file_type_name, detail: ruleDetail(stage, party?.name ?? null) };
};

/** Refuses with 404 a container that does not exist or that the caller does not see. */
export async function papersOf({ db }: Context, caller: Caller, id: number): Promise<Paper[]> {
  const container: Container | undefined = await findContainer(db, fileViewer(caller), id);
  if (!container) throw refusal.notFound('container.not_found', containerRefusals.gone);
  return listPapers(db, container);
}
