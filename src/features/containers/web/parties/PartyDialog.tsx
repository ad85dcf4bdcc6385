import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { partyTexts as texts } from '#features/containers/parties/container-parties.texts.ts';
import type { UsedParty } from '#features/containers/parties/parties.contract.ts';
import { searchDebounceMs } from '#shared/limits.ts';
import { useShownWhileClosing } from '#web/use-shown-while-closing.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import { CostForm } from './CostForm.tsx';
import { MergeForm } from './MergeForm.tsx';

/** The change that a user has begun: of one name, or of a likely double. */
export type PartyChange = { action: 'rename' | 'merge' | 'cost'; one: UsedParty; other?: UsedParty };

type Props = { change: PartyChange | undefined; onClose: () => void; onDone: () => void };

/** Renames a party, merges two, or sets the cost of a carrier. */
export function PartyDialog({ change, onClose, onDone }: Props) {
  const shown = useShownWhileClosing(change);
  return (
    <Dialog opened={change !== undefined} onClose={onClose} title={<bdi>{shown && titleOf(shown)}</bdi>}>
      {shown?.action === 'rename' && <RenameForm key={shown.one.id} party={shown.one} {...{ onClose, onDone }} />}
      {shown?.action === 'cost' && <CostForm key={shown.one.id} party={shown.one} {...{ onClose, onDone }} />}
      {shown?.action === 'merge' && <MergeForm key={shown.one.id} {...shown} {...{ onClose, onDone }} />}
    </Dialog>
  );
}

function titleOf({ action, one, other }: PartyChange): string {
  if (action === 'rename') return texts.renameTitle(one.name);
  if (action === 'cost') return texts.costOf(one.name);
  return other ? texts.pairTitle : texts.mergeTitle(one.name);
}

type RenameProps = { party: UsedParty; onClose: () => void; onDone: () => void };

/** A new name for a party. The name of another one merges both. */
function RenameForm({ party, ...ends }: RenameProps) {
  const [typed, setTyped] = useState(party.name);
  const [reviewed] = useDebouncedValue(typed.trim(), searchDebounceMs);
  return (
    <ChangeForm id={party.id} name={reviewed} isReady={reviewed === typed.trim()} {...ends}>
      {(error) => (
        <TextInput
          label={texts.name}
          value={typed}
          maxLength={255}
          data-autofocus
          error={error}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </ChangeForm>
  );
}
