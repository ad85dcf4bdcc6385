import { Group, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { Card } from './Card.tsx';
import styles from './Card.module.css';

type Tag = 'div' | 'form' | 'li' | 'section';

type Props<T extends Tag> = {
  as?: T;
  title: ReactNode;
  /** One sentence below the title. */
  description?: ReactNode;
  /** At the end of the line of the title. */
  actions?: ReactNode;
  headingId?: string | undefined;
  /** For a page that moves the focus to this heading. */
  headingRef?: Ref<HTMLHeadingElement> | undefined;
};

/** A card with a head. All heads of cards look like this. */
export function Section<T extends Tag = 'section'>({
  as,
  title,
  description,
  actions,
  headingId,
  headingRef,
  className = '',
  children,
  ...props
}: Props<T> & Omit<ComponentProps<T>, keyof Props<T>>) {
  const ownId = useId();
  const id = headingId ?? ownId;
  return (
    <Card as={as ?? 'section'} className={`${styles.section} ${className}`} aria-labelledby={id} {...props}>
      <Group justify="space-between" gap="xs">
        <div>
          <Title order={2} id={id} {...(headingRef && { ref: headingRef, tabIndex: -1 })}>
            {title}
          </Title>
          {description && (
            <Text c="dimmed" fz="sm">
              {description}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      {children}
    </Card>
  );
}
