import { Menu } from '@mantine/core';
import { IconBookmarkEdit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { containersView } from '#features/containers/list/containers-view.rules.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { viewTexts } from '#features/containers/list/exports-and-views.texts.ts';
import type { SavedView } from '#features/containers/work/container-work.contract.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { viewsQuery } from './container-lists.data.ts';
import { MenuButton } from './MenuButton.tsx';
import { useOpenedFirst } from './use-opened-first.ts';
import type { TableChoices } from './use-table-choices.ts';
import { ViewsDialog } from './ViewsDialog.tsx';

type Props = {
  view: ContainersView;
  choices: TableChoices;
  onChange: (part: Partial<ContainersView>) => void;
  isOpened: boolean;
};

/** Opens a saved view: its search, filters, order and columns. */
export function ViewsMenu({ view, choices, onChange, isOpened }: Props) {
  const [open, setOpen] = useOpenedFirst(isOpened);
  const [managing, setManaging] = useState(false);
  const views = useQuery({ ...viewsQuery, enabled: open || managing });
  const apply = (saved: SavedView) => {
    onChange(containersView.read(new URLSearchParams(saved.query)));
    if (saved.columns.length === 0) return;
    choices.setColumns(saved.columns);
    choices.setLayout('table');
  };
  const group = (label: string, shared: boolean) => {
    const ofGroup = views.data?.filter((saved) => saved.shared === shared) ?? [];
    if (ofGroup.length === 0) return null;
    return (
      <>
        <Menu.Label>{label}</Menu.Label>
        {ofGroup.map((saved) => (
          <Menu.Item key={saved.id} onClick={() => apply(saved)}>
            <bdi>{saved.name}</bdi>
          </Menu.Item>
        ))}
      </>
    );
  };
  return (
    <>
      <Menu
        position="bottom-start"
        width={260}
        shadow="md"
        withInitialFocusPlaceholder={false}
        opened={open}
        onChange={setOpen}
      >
        <Menu.Target>
          <MenuButton menu="views" autoFocus={isOpened} />
        </Menu.Target>
        <Menu.Dropdown mah="70dvh" style={{ overflow: 'auto' }}>
          {views.isPending && <Menu.Label>{viewTexts.loading}</Menu.Label>}
          {views.isError && <Menu.Label>{viewTexts.failed}</Menu.Label>}
          {views.data?.length === 0 && <Menu.Label>{viewTexts.none}</Menu.Label>}
          {group(viewTexts.own, false)}
          {group(viewTexts.shared, true)}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconBookmarkEdit size={17} stroke={1.7} aria-hidden="true" />}
            onClick={() => setManaging(true)}
          >
            {viewTexts.manage}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog
        opened={managing}
        onClose={() => setManaging(false)}
        title={viewTexts.title}
        closeButtonProps={{ 'aria-label': viewTexts.close }}
        centered
      >
        <ViewsDialog
          views={views.data ?? []}
          shown={{
            query: containersView.write(view).toString(),
            columns: choices.layout === 'table' ? choices.columns.map(({ id }) => id) : [],
          }}
          onSaved={() => setManaging(false)}
        />
      </Dialog>
    </>
  );
}
