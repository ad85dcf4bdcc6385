import { ThemeIcon } from '@mantine/core';
import type { Icon } from './EmptyState.tsx';

type Props = {
  icon: Icon;
  /** Of the square, in pixels. */
  size?: 26 | 32 | 38;
  className?: string | undefined;
  'data-tone'?: string;
};

/** An icon on a square, in the tone of its element. Hidden from screen readers, because a text beside it says the same. */
export function IconTile({ icon: TileIcon, size = 38, className = '', ...props }: Props) {
  return (
    <ThemeIcon {...props} className={className} size={size} color="var(--tone-soft)" c="var(--tone-text)" aria-hidden>
      <TileIcon size={size === 26 ? 16 : 20} stroke={1.75} />
    </ThemeIcon>
  );
}
