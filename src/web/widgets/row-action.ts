import styles from './row-action.module.css';

/**
 * Returns the attributes of a button or link that is only an icon: its style, its name and, if the name does not include
 * the item, the id of an element that names the item.
 */
export const rowAction = (name: string, aboutId?: string) => ({
  className: styles.action,
  'aria-label': name,
  title: name,
  ...(aboutId !== undefined && { 'aria-describedby': aboutId }),
});
