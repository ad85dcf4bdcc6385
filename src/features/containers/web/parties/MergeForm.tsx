import { Radio, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { partyTexts as texts } from '#features/containers/parties/container-parties.texts.ts';
import type { Party, UsedParty } from '#features/containers/parties/parties.contract.ts';
import { searchDebounceMs } from '#shared/limits.ts';
import { ChoiceSelect } from '#web/widgets/ChoiceSelect.tsx';
import { partiesQuery } from '../parties.data.ts';
import { ChangeForm } from './ChangeForm.tsx';

type Props = { one: UsedParty; other?: UsedParty; onClose: () => void; onDone: () => void };

const usesOf = ({ supplier, customer, carrier }: UsedParty) => supplier + customer + carrier;

/** Merges a party with another one, which a proposal names or the user chooses. One of both names stays. */
export function MergeForm({ one, other: proposed, onClose, onDone }: Props) {
  const [other, setOther] = useState<Party | undefined>(proposed);
  const [keepsOne, setKeepsOne] = useState(proposed !== undefined && usesOf(one) > usesOf(proposed));
  const [kept, lost] = keepsOne ? [one, other] : [other, one];
  return (
    <ChangeForm id={kept && lost?.id} name={kept?.name ?? ''} isReady {...{ onClose, onDone }}>
      {(error) => (
        <Stack>
          {!proposed && <OtherParty than={one} onChoose={setOther} />}
          {other && (
            <Radio.Group
              label={texts.keep}
              error={error}
              value={String(kept?.id)}
              onChange={(id) => setKeepsOne(id === String(one.id))}
            >
              <Stack gap="xs" mt="xs">
                {[one, other].map(({ id, name }) => (
                  <Radio key={id} value={String(id)} label={<bdi>{name}</bdi>} />
                ))}
              </Stack>
            </Radio.Group>
          )}
        </Stack>
      )}
    </ChangeForm>
  );
}

function OtherParty({ than, onChoose }: { than: Party; onChoose: (party: Party) => void }) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), searchDebounceMs);
  const { data: found = [], isPending } = useQuery(partiesQuery(search));
  const others = found.filter(({ id }) => id !== than.id);
  return (
    <ChoiceSelect
      label={texts.other}
      placeholder={texts.choose}
      choices={others.map(({ id, name }) => ({ id, label: name }))}
      nothingFound={texts.noOther}
      isLoading={isPending}
      typed={typed}
      onType={setTyped}
      onChoose={(id) => {
        const chosen = others.find((party) => party.id === id);
        if (chosen) onChoose(chosen);
      }}
    />
  );
}
