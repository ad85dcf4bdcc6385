import { createElement } from 'react';
import type { ComponentProps } from 'react';
import { PartBoundary } from './PartBoundary.tsx';
import styles from './Card.module.css';

type Tag = 'button' | 'div' | 'form' | 'li' | 'section';

/** A box with the surface, border and shadow of all cards. Its content decides the layout and the padding. */
export function Card<T extends Tag = 'div'>({ as, className = '', ...props }: { as?: T } & ComponentProps<T>) {
  const { children } = props;
  // Without the items of a list, of which there are hundreds.
  const isPart = as === undefined || as === 'div' || as === 'section';
  const content = isPart ? <PartBoundary>{children}</PartBoundary> : children;
  return createElement(as ?? 'div', { ...props, className: `${styles.card} ${className}`.trim() }, content);
}

/** The card around a long list. It is dimmed while `aria-busy` is set. Its rows query the width of the container `list`. */
export function ListCard({ className = '', ...props }: ComponentProps<'section'>) {
  return <Card as="section" {...props} className={`${styles.list} ${className}`.trim()} />;
}
