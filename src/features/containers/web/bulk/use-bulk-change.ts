import { useRef, useState } from 'react';
import { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { changeOf, changesAnything, emptyDraft } from '#features/containers/bulk/container-bulk.rules.ts';
import type { BulkDraft } from '#features/containers/bulk/container-bulk.rules.ts';
import { bulkTexts } from '#features/containers/bulk/container-bulk.texts.ts';
import { fieldRefusals } from '#features/containers/core/container-fields.texts.ts';
import type { AnswerOf, InputOf } from '#shared/endpoint.ts';
import { explain } from '#shared/failure.ts';
import type { Failure } from '#shared/failure.ts';
import { useAction } from '#web/use-action.ts';

/** The containers by id or by filter. */
export type BulkSelection = Pick<InputOf<typeof bulkContract.change>, 'ids' | 'filter' | 'except'>;

type Plan = AnswerOf<typeof bulkContract.change>;

export type BulkChange = ReturnType<typeof useBulkChange>;

/** The draft of a change of many containers, its preview, and the change itself, which is that of the preview. */
export function useBulkChange(selection: BulkSelection, onDone: (bulkId: number | null, changed: number) => void) {
  const [draft, setDraft] = useState<BulkDraft>(emptyDraft);
  /** Those of the chosen people and teams, which the draft has by id. */
  const [names, setNames] = useState<Record<string, string | undefined>>({});
  const [plan, setPlan] = useState<Plan>();
  const [papersReason, setPapersReason] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  /** Increases with each preview and each change of the draft. The answer to an earlier preview is ignored. */
  const latest = useRef(0);
  const change = useAction(bulkContract.change);
  /** Asks for a preview, or makes the change that the user has seen. */
  const send = (seen?: Plan) =>
    change.run({
      ...selection,
      ...changeOf(draft),
      ...(seen && {
        ...(selection.ids && { ids: seen.containers.map(({ id }) => id) }),
        papers_reason: papersReason,
        versions: seen.containers.map(({ id, version }) => ({ id, version })),
      }),
      dry_run: !seen,
    });
  return {
    draft,
    set: (part: Partial<BulkDraft>) => {
      setDraft((draft) => ({ ...draft, ...part }));
      setIsEmpty(false);
      latest.current += 1;
      change.reset();
    },
    names,
    setNames,
    plan,
    preview: async () => {
      if (!changesAnything(draft)) return setIsEmpty(true);
      if (change.busy) return;
      latest.current += 1;
      const asked = latest.current;
      const answer = await send();
      if (asked === latest.current) setPlan(answer);
    },
    backToDraft: () => {
      setPlan(undefined);
      change.reset();
    },
    papersReason,
    setPapersReason,
    apply: async (seen: Plan) => {
      if (change.busy) return;
      const made = await send(seen);
      if (made) onDone(made.bulk_id, made.changed);
    },
    problem: isEmpty ? fieldRefusals.nothingToChange : change.failure && problemOf(change.failure, plan),
    busy: change.busy,
  };
}

/** After a call of the change itself without an answer, the same call can be sent again: the server makes it once. */
const problemOf = (failure: Failure & { status: number }, plan: Plan | undefined) =>
  plan && failure.status === 0 ? bulkTexts.unanswered : explain(failure, bulkTexts.failed);
