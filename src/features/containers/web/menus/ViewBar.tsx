import { Button, Group } from '@mantine/core';
import { IconLayoutList, IconTable } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { tableTexts } from '#features/containers/list/container-table.texts.ts';
import { layouts } from '#features/containers/list/containers-view.rules.ts';
import type { Layout } from '#features/containers/list/containers-view.rules.ts';
import styles from './ViewBar.module.css';

type Props = { layout: Layout; onLayout: (layout: Layout) => void; children?: ReactNode };

const icons = { cards: IconLayoutList, table: IconTable };

/** The switch between cards and table, and the menus of the list. On a phone it folds away with the filters. */
export function ViewBar({ layout, onLayout, children }: Props) {
  return (
    <Group gap="xs" className={styles.bar ?? ''} data-layout={layout}>
      <Button.Group aria-label={tableTexts.layout}>
        {layouts.map((one) => {
          const Icon = icons[one];
          return (
            <Button
              key={one}
              variant="default"
              {...(one === layout && { bg: 'var(--primary-soft)', c: 'var(--primary-text)' })}
              aria-pressed={one === layout}
              leftSection={<Icon size={16} stroke={1.8} aria-hidden="true" />}
              onClick={() => onLayout(one)}
            >
              {tableTexts.layouts[one]}
            </Button>
          );
        })}
      </Button.Group>
      {children}
    </Group>
  );
}
