import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import { returning } from '../restored-state.ts';
import styles from './BackLink.module.css';

/** The link from a screen to the list that it belongs to, which keeps its place. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className={styles.back} to={to} state={returning}>
      <IconArrowLeft size={17} stroke={1.75} aria-hidden="true" />
      {children}
    </Link>
  );
}
