import type { ComponentProps } from 'react';
import type { Icon } from './EmptyState.tsx';
import styles from './IconTile.module.css';

type Props = ComponentProps<'span'> & {
  icon: Icon;
  /** Of the square: 26, 32 or 38 px. */
  size?: 'small' | 'medium' | 'large';
};

/** An icon on a square, in the tone of its element. Hidden from screen readers, because a text beside it says the same. */
export function IconTile({ icon: TileIcon, size = 'large', className = '', ...props }: Props) {
  return (
    <span {...props} className={`${styles.tile} ${className}`.trim()} data-size={size} aria-hidden="true">
      <TileIcon size={size === 'small' ? 16 : 20} stroke={1.75} />
    </span>
  );
}
