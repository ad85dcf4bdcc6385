import { CloseButton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { containerQuery } from '#features/containers/web/containers.data.ts';
import { waitingTexts as texts } from '#features/files/list/waiting-papers.texts.ts';
import { ContainerSearch } from './ContainerSearch.tsx';

type Props = { chosen: number | undefined; onChoose: (containerId: number | undefined) => void };

/** Chooses the container to which the files are linked. Its code is loaded with the filters. */
export function ContainerFilter({ chosen, onChoose }: Props) {
  if (chosen !== undefined) return <Chosen id={chosen} onClear={() => onChoose(undefined)} />;
  return <ContainerSearch label={texts.documentsOf} onChoose={onChoose} />;
}

function Chosen({ id, onClear }: { id: number; onClear: () => void }) {
  const { data, isError } = useQuery(containerQuery(id));
  const name = data ? `${data.container_no} · ${data.name}` : isError ? texts.noContainer : texts.loading;
  return (
    <TextInput
      label={texts.documentsOf}
      value={name}
      title={name}
      readOnly
      rightSection={<CloseButton size="sm" aria-label={texts.anyContainer} onClick={onClear} />}
    />
  );
}
