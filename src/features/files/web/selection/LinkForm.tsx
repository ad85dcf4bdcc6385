import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { linkTexts } from '#features/container-files/container-files.texts.ts';
import { containerChoicesQuery } from '#features/container-files/web/container-files.data.ts';
import { containersKey } from '#features/containers/web/containers.data.ts';
import type { File } from '#features/files/files.contract.ts';
import { searchDebounceMs } from '#shared/limits.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { ChoiceSelect } from '#web/widgets/ChoiceSelect.tsx';
import { filesKey } from '../files.data.ts';

type Props = { files: readonly File[]; onClose: () => void; onDone: () => void };

/** Links the selected files to the container that is chosen. */
export function LinkForm({ files, onClose, onDone }: Props) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), searchDebounceMs);
  const { data = [], isPending } = useQuery(containerChoicesQuery(search));
  const action = useAction(containerFilesContract.link, {
    failed: linkTexts.linkFailed,
    refresh: [containersKey, [...filesKey, 'history']],
  });
  const link = async (id: number) => {
    const result = await action.run({ id, file_ids: files.map((file) => file.id) });
    if (!result) return;
    toast.success(linkTexts.linkedTo(result.linked, data.find((one) => one.id === id)?.label ?? ''));
    onClose();
    onDone();
  };
  return (
    <ChoiceSelect
      label={linkTexts.addContainer}
      placeholder={linkTexts.searchContainers}
      choices={data}
      nothingFound={linkTexts.noneFound}
      isLoading={isPending}
      typed={typed}
      onType={setTyped}
      onChoose={(id) => void link(id)}
    />
  );
}
