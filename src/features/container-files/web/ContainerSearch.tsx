import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { linkTexts } from '#features/container-files/container-files.texts.ts';
import { searchDebounceMs } from '#shared/limits.ts';
import { ChoiceSelect } from '#web/widgets/ChoiceSelect.tsx';
import { containerChoicesQuery } from './container-files.data.ts';

type Props = {
  label: string;
  disabled?: boolean;
  onChoose: (id: number, label: string) => Promise<void> | void;
};

/** A field that searches the containers of the user and chooses one. */
export function ContainerSearch({ label, disabled = false, onChoose }: Props) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), searchDebounceMs);
  const { data = [], isPending } = useQuery({ ...containerChoicesQuery(search), enabled: !disabled });
  const choose = async (id: number) => {
    // Before the call, so that the next search can be typed meanwhile.
    setTyped('');
    await onChoose(id, data.find((one) => one.id === id)?.label ?? '');
  };
  return (
    <ChoiceSelect
      label={label}
      placeholder={linkTexts.searchContainers}
      choices={data}
      nothingFound={linkTexts.noneFound}
      isLoading={isPending}
      typed={typed}
      onType={setTyped}
      onChoose={(id) => void choose(id)}
    />
  );
}
