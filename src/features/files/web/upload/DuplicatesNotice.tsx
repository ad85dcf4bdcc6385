import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { ownTexts } from '#features/files/core/files.texts.ts';
import { viewLink } from '../files.data.ts';

/** A file that was just stored, and an earlier file with the same content. */
export type NamedDuplicate = { id: number; filename: string; of: { filename: string; filepath: string } };

type Props = { duplicates: readonly NamedDuplicate[]; onClose: () => void };

/** The notice lists this many duplicates and counts the rest. */
const maxShown = 5;

/** Lists the uploaded files whose content was already stored. Both files are kept. */
export function DuplicatesNotice({ duplicates, onClose }: Props) {
  if (duplicates.length === 0) return null;
  const more = duplicates.length - maxShown;
  return (
    <Alert
      style={{ gridColumn: '1 / -1' }}
      color="container"
      role="status"
      title={ownTexts.duplicatesTitle(duplicates.length)}
      withCloseButton
      closeButtonLabel={ownTexts.closeDuplicates}
      onClose={onClose}
    >
      <Stack component="ul" gap="xxs" m={0} pe={0} ps="md" style={{ overflowWrap: 'anywhere' }}>
        {duplicates.slice(0, maxShown).map(({ id, filename, of }) => (
          <li key={id}>
            {ownTexts.sameAs(filename)}{' '}
            <Anchor href={viewLink(of)} target="_blank" rel="noreferrer" inherit>
              {of.filename}
            </Anchor>
          </li>
        ))}
      </Stack>
      {more > 0 && (
        <Text c="dimmed" mt="xxs">
          {ownTexts.moreDuplicates(more)}
        </Text>
      )}
    </Alert>
  );
}
