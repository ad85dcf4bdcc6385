import { Button } from '@mantine/core';
import { formatDateTime } from '#shared/format.ts';
import { Card } from './Card.tsx';
import { useConfirm } from './ConfirmDialog.tsx';
import styles from '../styles/import-steps.module.css';

type Props = {
  texts: Record<'recent' | 'undo' | 'undoQuestion' | 'undoTakes', string> & {
    undoOf: (name: string) => string;
    undoTitle: (name: string) => string;
  };
  imports: readonly { id: number; name: string; user_name: string; done_at: string }[];
  busy: boolean;
  onUndo: (id: number) => void;
};

/** The imports that the user can undo. */
export function RecentImports({ texts, imports, busy, onUndo }: Props) {
  const { confirm, dialog } = useConfirm();
  const undo = async ({ id, name }: Props['imports'][number]) => {
    const { undoTitle, undoQuestion: question, undoTakes: affected, undo: action } = texts;
    if (await confirm({ title: undoTitle(name), question, affected, action })) onUndo(id);
  };
  return (
    <>
      {imports.length > 0 && (
        <Card as="section" className={styles.card ?? ''}>
          <h2 className={styles.heading}>{texts.recent}</h2>
          <ul className={styles.imports}>
            {imports.map((one) => (
              <li key={one.id}>
                <span>
                  <bdi>{one.name}</bdi>
                  {' · '}
                  <bdi>{one.user_name}</bdi>
                  {` · ${formatDateTime(one.done_at)}`}
                </span>
                <Button
                  variant="default"
                  aria-label={texts.undoOf(one.name)}
                  loading={busy}
                  onClick={() => void undo(one)}
                >
                  {texts.undo}
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {dialog}
    </>
  );
}
