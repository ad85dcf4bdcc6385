import { Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { partyTexts as texts } from '#features/containers/parties/container-parties.texts.ts';
import type { UsedParty } from '#features/containers/parties/parties.contract.ts';
import { searchDebounceMs } from '#shared/limits.ts';
import { ChangeForm } from './ChangeForm.tsx';

type Props = { party: UsedParty; onClose: () => void; onDone: () => void };

/** A new name for a party. The name of another one merges both. */
export function RenameForm({ party, ...ends }: Props) {
  const [typed, setTyped] = useState(party.name);
  const [reviewed] = useDebouncedValue(typed.trim(), searchDebounceMs);
  return (
    <ChangeForm id={party.id} name={reviewed} isReady={reviewed === typed.trim()} {...ends}>
      {(error) => (
        <Stack>
          <TextInput
            label={texts.name}
            value={typed}
            maxLength={255}
            data-autofocus
            error={error}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Stack>
      )}
    </ChangeForm>
  );
}
