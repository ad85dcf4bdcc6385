import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { Card } from './Card.tsx';
import styles from './LinkCard.module.css';

/** A card that may have a `CardLink`. */
export const LinkCard = ({ className = '', ...props }: ComponentProps<'div'>) => (
  <Card {...props} className={`${styles.card} ${className}`} />
);

/** A link whose area is the whole card around it. */
export const CardLink = (props: ComponentProps<typeof Link>) => <Link {...props} className={styles.link ?? ''} />;
