import { IconFiles, IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { texts } from '#features/dashboards/dashboards.texts.ts';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import styles from './PersonalDashboardPage.module.css';

type Action = { to: string; label: string; hint: string; icon: Icon };

const actions: Action[] = [
  { to: '/uploadPage', label: texts.uploadFiles, hint: texts.uploadFilesHint, icon: IconUpload },
  { to: '/files', label: texts.viewFiles, hint: texts.viewFilesHint, icon: IconFiles },
];

export function QuickActions() {
  return (
    <section className={styles.section} aria-labelledby="quick-actions">
      <h2 id="quick-actions" className={styles.sectionTitle}>
        {texts.quickActions}
      </h2>
      <div className={styles.actions}>
        {actions.map(({ to, label, hint, icon: ActionIcon }) => (
          <Link key={to} to={to} className={styles.action}>
            <span className={styles.actionIcon} aria-hidden="true">
              <ActionIcon size={22} stroke={1.75} />
            </span>
            <span className={styles.actionText}>
              <span className={styles.actionLabel}>{label}</span>
              <span className={styles.actionHint}>{hint}</span>
            </span>
          </Link>
        ))}
      </div>
    </section>
  );
}
