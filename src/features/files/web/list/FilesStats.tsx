import type { FilesOverview } from '#features/files/files.contract.ts';
import { texts } from '#features/files/files.texts.ts';
import { Card } from '#web/widgets/Card.tsx';
import { Count } from '#web/widgets/Count.tsx';
import styles from './FilesStats.module.css';

/** The four summary cards, in one row. They keep their size while the totals load. See docs/specification.md#files-page. */
export function FilesStats({ totals, failed }: { totals: FilesOverview['totals'] | undefined; failed: boolean }) {
  const cards: [label: string, count: number | undefined][] = [
    [texts.totalFiles, totals?.files],
    [texts.activeTeams, totals?.teams],
    [texts.fileTypes, totals?.file_types],
    [texts.thisWeek, totals?.this_week],
  ];
  return (
    <div className={styles.cards}>
      {cards.map(([label, count]) => (
        <Card key={label} className={styles.card}>
          <p className={styles.label}>{label}</p>
          <p className={styles.value}>
            <Count value={count} failed={failed} />
          </p>
        </Card>
      ))}
    </div>
  );
}
