import { Box, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { containerQuery } from '#features/containers/web/containers.data.ts';
import { containerUploadTexts as texts } from '#features/files/upload/container-upload.texts.ts';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { ContainerSearch } from './ContainerSearch.tsx';

export type ContainerChoiceProps = {
  chosen: number | undefined;
  disabled: boolean;
  onChoose: (containerId: number | undefined) => void;
};

/** The chosen container, or a search for one. Its code is loaded when it is needed. */
export function ContainerChoice(props: ContainerChoiceProps) {
  return props.chosen === undefined ? <Search {...props} /> : <Chosen {...props} id={props.chosen} />;
}

function Search({ disabled, onChoose }: ContainerChoiceProps) {
  const field = useRef<HTMLDivElement>(null);
  // The button that opened the search has been removed, so the field takes the focus.
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={field}>
      <ContainerSearch label={texts.to} disabled={disabled} onChoose={onChoose} />
      <Text fz="xs" c="dimmed" mt="xxs">
        {texts.optional}
      </Text>
    </div>
  );
}

function Chosen({ id, disabled, onChoose }: ContainerChoiceProps & { id: number }) {
  const { data, isError } = useQuery(containerQuery(id));
  return (
    <>
      <Text fz="sm" fw={550} mb="xxs">
        {texts.to}
      </Text>
      <Group justify="space-between" gap="xs" py="xs" ps="sm" pe="xs" bd="1px solid var(--line)" bdrs="sm">
        <Box miw={0} fz="sm" fw={550} style={{ overflowWrap: 'anywhere' }} {...(isError && { role: 'alert' })}>
          {isError ? (
            texts.noContainer
          ) : (
            <>
              <bdi>{data?.name}</bdi>{' '}
              <Text span fz="xs" c="dimmed">
                {data?.container_no}
              </Text>
            </>
          )}
        </Box>
        <IconButton
          icon={IconX}
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={disabled}
          onClick={() => onChoose(undefined)}
        >
          {texts.withoutContainer}
        </IconButton>
      </Group>
    </>
  );
}
