import { useId } from 'react';
import type { ReactNode } from 'react';
import { Card } from '#web/widgets/Card.tsx';
import { PartBoundary } from '#web/widgets/PartBoundary.tsx';
import styles from './DashboardCard.module.css';

type Props = {
  title: string;
  /** Shown at the end of the title line. */
  action?: ReactNode;
  children: ReactNode;
};

/** One section of a dashboard with its heading. */
export function DashboardCard({ title, action, children }: Props) {
  const headingId = useId();
  return (
    <Card as="section" className={styles.card} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 className={styles.title} id={headingId}>
          {title}
        </h2>
        {action}
      </div>
      <PartBoundary>{children}</PartBoundary>
    </Card>
  );
}
