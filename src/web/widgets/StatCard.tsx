import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Count } from './Count.tsx';
import type { Icon } from './EmptyState.tsx';
import { IconTile } from './IconTile.tsx';
import { CardLink, LinkCard } from './LinkCard.tsx';
import styles from './StatCard.module.css';

export type Tone = 'primary' | 'accent' | 'success' | 'neutral' | 'danger';

type Props = {
  label: string;
  /** Undefined while it loads. The card keeps its size. */
  value: ReactNode | undefined;
  icon: Icon;
  tone?: Tone;
  /** A line below the value. */
  remark?: ReactNode;
  /** The address of the list that the number counts. The whole card is the link. */
  to?: string | undefined;
};

/** A number with a label. */
export function StatCard({ label, value, icon: Icon, tone = 'primary', remark, to }: Props) {
  return (
    <LinkCard className={styles.root} data-tone={tone}>
      <IconTile icon={Icon} />
      <div>
        <Text fz="sm" c="dimmed" lh={1.3}>
          {to === undefined ? label : <CardLink to={to}>{label}</CardLink>}
        </Text>
        <p className={styles.value}>{value ?? <Count />}</p>
        {remark && (
          <Text fz="xs" c="dimmed" mt={2}>
            {remark}
          </Text>
        )}
      </div>
    </LinkCard>
  );
}
