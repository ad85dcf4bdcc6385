import { IconLineHeight } from '@tabler/icons-react';
import { chooseDensity, useDensity } from '#web/density.ts';
import { texts } from './frame.texts.ts';

type Props = { userId: number; className: string | undefined; labelled?: boolean };

/** Switches between comfortable and compact rows of all lists. */
export function DensitySwitch({ userId, className, labelled = false }: Props) {
  const density = useDensity();
  const other = density === 'compact' ? 'comfortable' : 'compact';
  const name = texts.densityIs(texts.density[density], texts.density[other]);
  return (
    <button
      type="button"
      className={className}
      aria-label={name}
      title={name}
      onClick={() => chooseDensity(userId, other)}
    >
      <IconLineHeight size={19} stroke={1.75} aria-hidden="true" />
      {labelled && texts.rows(texts.density[density])}
    </button>
  );
}
