import { Flex, Group, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import { returning } from '../restored-state.ts';
import { rowAction } from './row-action.ts';
import styles from './PageHeader.module.css';

type Props = {
  title: ReactNode;
  /** One line, which a phone has no room for. */
  subtitle?: ReactNode;
  /** Buttons at the end of the line of the title. */
  actions?: ReactNode;
  /** The screen above this one. The list there keeps its place. */
  back?: { to: string; label: string } | undefined;
  /** For a page that moves the focus to its heading after the focused element was removed. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
  headingId?: string;
};

/** The header of a screen. The title stands at the same height on every screen, and the frame gives the gap below. */
export function PageHeader({ title, subtitle, actions, back, headingRef, headingId }: Props) {
  return (
    <header className={styles.header}>
      <Flex className={styles.text}>
        {back && (
          <Link to={back.to} state={returning} {...rowAction(back.label)}>
            <IconArrowLeft size={20} stroke={1.75} aria-hidden="true" />
          </Link>
        )}
        <div>
          <Title
            order={1}
            className={styles.title ?? ''}
            {...(headingId !== undefined && { id: headingId })}
            {...(headingRef && { ref: headingRef, tabIndex: -1 })}
          >
            {title}
          </Title>
          {subtitle && (
            <Text c="dimmed" fz="sm" visibleFrom="xs" component="div">
              {subtitle}
            </Text>
          )}
        </div>
      </Flex>
      {actions && (
        <Group gap="xs" className={styles.actions ?? ''}>
          {actions}
        </Group>
      )}
    </header>
  );
}
