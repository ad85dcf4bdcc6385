import { Button, Menu } from '@mantine/core';
import type { MenuProps } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Icon } from './EmptyState.tsx';

type Props = Pick<MenuProps, 'position' | 'width'> & {
  label: string;
  icon: Icon;
  className?: string | undefined;
  /** Called when the menu opens and closes again. It is open from the start. */
  onOpenChange?: (opened: boolean) => void;
  /** The dropdown. */
  children: ReactNode;
};

/** A menu that is open from the start. Its button takes the place of the pressed one, see `MenuOnDemand`. */
export function OpenedMenu({ label, icon: Icon, className, onOpenChange, children, ...menu }: Props) {
  const [opened, setOpened] = useState(true);
  const change = (next: boolean) => {
    setOpened(next);
    onOpenChange?.(next);
  };
  return (
    // Mantine's focus placeholder is an invalid child of a menu.
    <Menu {...menu} shadow="md" withInitialFocusPlaceholder={false} opened={opened} onChange={change}>
      <Menu.Target>
        <Button
          variant="default"
          // The focus returns to it when the menu closes.
          autoFocus
          {...(className && { className })}
          leftSection={<Icon size={17} stroke={1.75} aria-hidden="true" />}
          // Mantine's menu hears this key only after it has moved the focus to its first item.
          onKeyDown={({ key }) => key === 'Escape' && change(false)}
        >
          {label}
        </Button>
      </Menu.Target>
      {children}
    </Menu>
  );
}
