import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import type { Icon } from './EmptyState.tsx';

type Props = Omit<ButtonProps, 'leftSection'> &
  Omit<ComponentProps<'button'>, keyof ButtonProps | 'type'> & {
    icon: Icon;
    /** The address of a screen. The button is then a link. */
    to?: string;
    /** The address of another page or of a file. The button is then a link. */
    link?: Omit<ComponentProps<'a'>, 'children'>;
  };

/** A button with an icon before its text. */
export function IconButton({ icon: ShownIcon, to, link, ...button }: Props) {
  return (
    <Button
      leftSection={<ShownIcon size={17} stroke={1.75} aria-hidden="true" />}
      {...(to !== undefined && { renderRoot: (root: object) => <Link to={to} {...root} /> })}
      {...(link && {
        renderRoot: ({ children, ...root }: { children: ReactNode }) => (
          <a {...root} {...link}>
            {children}
          </a>
        ),
      })}
      {...button}
    />
  );
}
