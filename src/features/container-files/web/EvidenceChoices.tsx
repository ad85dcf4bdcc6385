import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { linkTexts } from '#features/container-files/container-files.texts.ts';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { linkedFilesQuery } from './container-files.data.ts';

type Props = {
  containerId: number;
  chosen: readonly number[];
  onChange: (fileIds: number[]) => void;
};

/** The linked documents of a container, to be ticked. */
export function EvidenceChoices({ containerId, chosen, onChange }: Props) {
  const list = useInfiniteQuery(linkedFilesQuery(containerId));
  const files = list.data?.pages.flatMap((page) => page.files) ?? [];
  if (list.isPending) return <LoadingRows rows={2} height={28} />;
  if (list.isError) return <LoadFailed query={list} title={linkTexts.loadFailed} />;
  if (files.length === 0)
    return (
      <Text fz="sm" c="dimmed">
        {linkTexts.noneToAttach}
      </Text>
    );
  return (
    <>
      <Stack
        gap="xs"
        mah={190}
        p="xs"
        bd="1px solid var(--line)"
        bdrs="sm"
        style={{ alignSelf: 'stretch', overflowY: 'auto', overflowWrap: 'anywhere' }}
      >
        {files.map(({ id, filename }) => (
          <Checkbox
            key={id}
            label={<bdi>{filename}</bdi>}
            checked={chosen.includes(id)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
      </Stack>
      {list.hasNextPage && (
        <Button variant="subtle" size="compact-sm" onClick={() => void list.fetchNextPage()}>
          {linkTexts.more}
        </Button>
      )}
    </>
  );
}
