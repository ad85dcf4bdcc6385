import { Button } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { texts } from '../dashboards.texts.ts';
import styles from './AdminDashboardPage.module.css';

/** The welcome line, today's date, and the way to the files. The date waits its turn, so that nothing moves when all is there. */
export function AdminHeader({ name, isLoading }: { name: string; isLoading: boolean }) {
  const [today] = useState(() => new Date().toLocaleDateString('en-US', { dateStyle: 'full' }));
  return (
    <header className={styles.header}>
      <div className={styles.headerText}>
        <h1 className={styles.title}>{texts.welcome(name)}</h1>
        <p className={styles.today}>{isLoading ? <span role="status">{texts.loadingAdmin}</span> : today}</p>
      </div>
      <Button component={Link} to="/files" leftSection={<IconFiles size={18} stroke={1.75} aria-hidden="true" />}>
        {texts.viewFiles}
      </Button>
    </header>
  );
}
