import { Button } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { texts } from '../dashboards.texts.ts';
import { QuickActions } from './QuickActions.tsx';
import styles from './Dashboard.module.css';

/** Source: spec section 2, Admin dashboard. */
export function AdminDashboardPage() {
  const user = useCurrentUser();
  const [today] = useState(() => new Date().toLocaleDateString('en-US', { dateStyle: 'full' }));
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.headerText}>
          <h1 className={styles.title}>{texts.welcome(user.name)}</h1>
          <p className={styles.intro}>{today}</p>
        </div>
        <Button component={Link} to="/files" leftSection={<IconFiles size={18} stroke={1.75} aria-hidden="true" />}>
          {texts.viewFiles}
        </Button>
      </header>
      <QuickActions />
    </div>
  );
}
