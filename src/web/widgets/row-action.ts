import styles from './row-action.module.css';

/** For a button or link that is only an icon: its looks, its name, and, unless that says it, by the id of an element what it is about. */
export const rowAction = (name: string, aboutId?: string) => ({
  className: styles.action,
  'aria-label': name,
  title: name,
  ...(aboutId !== undefined && { 'aria-describedby': aboutId }),
});
