import { Anchor, Box, Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { formatDateTime } from '#shared/format.ts';
import { useConfirm } from './ConfirmDialog.tsx';
import { Row } from './Row.tsx';
import { Section } from './Section.tsx';
import styles from '../styles/import-steps.module.css';

type Import = { id: number; name: string; user_name: string; done_at: string };

type Props<One extends Import> = {
  texts: Record<'recent' | 'undo' | 'undoQuestion' | 'undoTakes', string> & {
    undoOf: (name: string) => string;
    undoTitle: (name: string) => string;
  };
  imports: readonly One[];
  /** Links of an import. */
  linksOf?: (one: One) => readonly ({ label: string } & ({ to: string } | { href: string }))[];
  busy: boolean;
  onUndo: (id: number) => void;
};

/** The imports that the user can undo. */
export function RecentImports<One extends Import>({ texts, imports, linksOf, busy, onUndo }: Props<One>) {
  const { confirm, dialog } = useConfirm();
  const undo = async ({ id, name }: Import) => {
    const { undoTitle, undoQuestion: question, undoTakes: affected, undo: action } = texts;
    if (await confirm({ title: undoTitle(name), question, affected, action })) onUndo(id);
  };
  return (
    <>
      {imports.length > 0 && (
        <Section title={texts.recent}>
          <Box component="ul" m={0} p={0}>
            {imports.map((one) => (
              <Row key={one.id} className={styles.import ?? ''}>
                <span>
                  <bdi>{one.name}</bdi>
                  {' · '}
                  <bdi>{one.user_name}</bdi>
                  {` · ${formatDateTime(one.done_at)}`}
                </span>
                <Group gap="md">
                  {linksOf?.(one).map((link) =>
                    'to' in link ? (
                      <Anchor key={link.label} component={Link} to={link.to} size="sm">
                        {link.label}
                      </Anchor>
                    ) : (
                      <Anchor key={link.label} href={link.href} download size="sm">
                        {link.label}
                      </Anchor>
                    ),
                  )}
                  <Button
                    variant="default"
                    aria-label={texts.undoOf(one.name)}
                    loading={busy}
                    onClick={() => void undo(one)}
                  >
                    {texts.undo}
                  </Button>
                </Group>
              </Row>
            ))}
          </Box>
        </Section>
      )}
      {dialog}
    </>
  );
}
