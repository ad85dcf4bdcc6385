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
    <div className={styles.bar} data-layout={layout}>
      <div role="group" aria-label={tableTexts.layout} className={styles.layouts}>
        {layouts.map((one) => {
          const Icon = icons[one];
          return (
            <button
              key={one}
              type="button"
              className={styles.layout}
              aria-pressed={one === layout}
              onClick={() => onLayout(one)}
            >
              <Icon size={16} stroke={1.8} aria-hidden="true" />
              {tableTexts.layouts[one]}
            </button>
          );
        })}
      </div>
      {children}
    </div>
  );
}
