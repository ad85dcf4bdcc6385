import { Button } from '@mantine/core';
import { formatDateTime } from '#shared/format.ts';
import { Card } from './Card.tsx';
import styles from '../styles/import-steps.module.css';

type Props = {
  texts: Record<'recent' | 'undo', string> & {
    importOf: (name: string, by: string, time: string) => string;
    undoOf: (name: string) => string;
  };
  imports: readonly { id: number; name: string; user_name: string; done_at: string }[];
  busy: boolean;
  onUndo: (id: number) => void;
};

/** The imports that the user can undo. */
export function RecentImports({ texts, imports, busy, onUndo }: Props) {
  if (imports.length === 0) return null;
  return (
    <Card as="section" className={styles.card ?? ''}>
      <h2 className={styles.heading}>{texts.recent}</h2>
      <ul className={styles.imports}>
        {imports.map(({ id, name, user_name, done_at }) => (
          <li key={id}>
            <span>{texts.importOf(name, user_name, formatDateTime(done_at))}</span>
            <Button variant="default" aria-label={texts.undoOf(name)} loading={busy} onClick={() => onUndo(id)}>
              {texts.undo}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
