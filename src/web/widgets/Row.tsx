import { createElement } from 'react';
import type { ComponentProps } from 'react';
import styles from './Row.module.css';

type Tag = 'a' | 'article' | 'div' | 'li' | 'section';

/** A row of a list. Its content stands side by side, unless the style sheet of the screen has another layout. */
export function Row<T extends Tag = 'li'>({
  as,
  selected,
  className = '',
  ...props
}: { as?: T; selected?: boolean | undefined } & ComponentProps<T>) {
  return createElement(as ?? 'li', {
    ...props,
    'data-selected': selected || undefined,
    className: `${styles.row} ${className}`.trim(),
  });
}
