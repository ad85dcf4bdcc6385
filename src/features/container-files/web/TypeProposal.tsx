import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkTexts } from '#features/container-files/container-files.texts.ts';
import { fileTypesQuery } from '#features/file-types/web/file-types.data.ts';
import { selectionContract } from '#features/files/list/selection.contract.ts';
import type { TypeProposal as Proposal } from '#features/files/upload/type-proposals.rules.ts';
import { containersKey, filesKey } from '#web/query-keys.ts';
import { useAction } from '#web/use-action.ts';
import styles from './LinkedFiles.module.css';

const refresh = [containersKey, filesKey, ['type-proposals']];

/** Proposes another type for a document, with the number of similar files and a button that sets the type. */
export function TypeProposal({ fileId, proposal }: { fileId: number; proposal: Proposal }) {
  const { data: types = [] } = useQuery(fileTypesQuery);
  const type = types.find(({ id }) => id === proposal.file_type_id);
  const { run, busy } = useAction(selectionContract.changeType, {
    done: linkTexts.typeSet,
    failed: linkTexts.typeFailed,
    refresh,
  });
  if (!type) return undefined;
  return (
    <Group gap="xs" mt="xxs" fz="xs" c="dimmed" className={styles.proposal ?? ''}>
      <span>{linkTexts.looksLike(type.name, proposal.matching, proposal.similar)}</span>
      <Button
        variant="default"
        size="compact-sm"
        loading={busy}
        onClick={() => void run({ ids: [fileId], file_type_id: type.id })}
      >
        {linkTexts.setType(type.name)}
      </Button>
    </Group>
  );
}
