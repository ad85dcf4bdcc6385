import { Box, Button, Text } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { createElement } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './Row.module.css';

type Tag = 'a' | 'article' | 'div' | 'li' | 'section';

/** A row of a list. Its content stands side by side, unless the style sheet of the screen has another layout. */
export function Row<T extends Tag = 'li'>({
  as,
  selected,
  className = '',
  ...props
}: { as?: T; selected?: boolean | undefined } & ComponentProps<T>) {
  return createElement(as ?? 'li', {
    ...props,
    'data-selected': selected || undefined,
    className: `${styles.row} ${className}`.trim(),
  });
}

type RowTextProps = { name: string; mark?: ReactNode; lines: readonly ReactNode[]; children?: ReactNode };

/** The text of a row: a name with a mark, and lines about it. */
export function RowText({ name, mark, lines, children }: RowTextProps) {
  return (
    <Box flex="1 1 16rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
      <Text component="bdi" fw={550}>
        {name}
      </Text>{' '}
      {mark}
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines of a row have fixed places
        <Text key={index} fz="sm" c="dimmed">
          {line}
        </Text>
      ))}
      {children}
    </Box>
  );
}

type RowButtonProps = ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps | 'name'> & { name: string };

/** A button at the end of a row. Its accessible name says for which row it is. */
export const RowButton = ({ name, ...props }: RowButtonProps) => (
  <Button variant="subtle" size="xs" flex="none" aria-label={name} {...props} />
);
