import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode, SubmitEvent } from 'react';
import { partyTexts as texts } from '#features/containers/parties/container-parties.texts.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { DialogButtons } from '#web/widgets/DialogButtons.tsx';
import { ChangeReview } from './ChangeReview.tsx';
import { changeQuery, withParties } from './parties-page.data.ts';

type Props = {
  /** The party that gets another name, and that name. Without them, there is nothing to review yet. */
  id: number | undefined;
  name: string;
  /** False while the typed name is newer than the reviewed one. */
  isReady: boolean;
  onClose: () => void;
  onDone: () => void;
  /** The fields, which show the refusal of the name. */
  children: (error: string | undefined) => ReactNode;
};

/** The fields of a rename or a merge, its changes, and its button. */
export function ChangeForm({ id = 0, name, isReady, onClose, onDone, children }: Props) {
  const query = useQuery(changeQuery(id, id > 0 ? name : ''));
  const review = isReady ? query.data : undefined;
  const renaming = useAction(partiesContract.rename, {
    failed: texts.changeFailed,
    preferServerMessage: true,
    onSuccess: (party) => toast.success(party.id === id ? texts.renamed : texts.merged),
    onRefusal: () => void query.refetch(),
    refresh: withParties,
  });
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!review || review.changes.length === 0 || renaming.busy) return;
    if (await renaming.run({ id, name, into: review.into?.id ?? null })) onDone();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        {children(renaming.failure?.errors?.['name']?.[0])}
        {id > 0 && name !== '' && <ChangeReview query={query} isCurrent={isReady} name={name} />}
        <DialogButtons onCancel={onClose}>
          <Button type="submit" loading={renaming.busy} disabled={!review || review.changes.length === 0}>
            {review?.into ? texts.merge : texts.rename}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
