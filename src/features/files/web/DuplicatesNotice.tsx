import { Alert, Anchor } from '@mantine/core';
import { ownTexts } from '#features/files/files.texts.ts';
import { viewLink } from './files.data.ts';
import styles from './DuplicatesNotice.module.css';

/** A file that was just stored, and one that has the same content. */
export type NamedDuplicate = { id: number; filename: string; of: { filename: string; filepath: string } };

type Props = { duplicates: readonly NamedDuplicate[]; onClose: () => void };

/** More than these nobody reads one by one. */
const mostShown = 5;

/** Says which of the files just stored were there already; both are kept, as asked. */
export function DuplicatesNotice({ duplicates, onClose }: Props) {
  if (duplicates.length === 0) return null;
  const more = duplicates.length - mostShown;
  return (
    <Alert
      color="container"
      role="status"
      title={ownTexts.duplicatesTitle(duplicates.length)}
      withCloseButton
      closeButtonLabel={ownTexts.closeDuplicates}
      onClose={onClose}
    >
      <ul className={styles.list}>
        {duplicates.slice(0, mostShown).map(({ id, filename, of }) => (
          <li key={id}>
            {ownTexts.sameAs(filename)}{' '}
            <Anchor href={viewLink(of)} target="_blank" rel="noreferrer" inherit>
              {of.filename}
            </Anchor>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.more}>{ownTexts.moreDuplicates(more)}</p>}
    </Alert>
  );
}
