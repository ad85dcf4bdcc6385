import { Menu } from '@mantine/core';
import { IconBookmark, IconBookmarkEdit, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { containersView } from '#features/containers/list/containers-view.rules.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { viewTexts } from '#features/containers/list/exports-and-views.texts.ts';
import type { SavedView } from '#features/containers/work/container-work.contract.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { OpenedMenu } from '#web/widgets/OpenedMenu.tsx';
import { viewsQuery } from '../containers.data.ts';
import { useShownView } from './container-lists.data.ts';
import type { TableChoices } from './use-table-choices.ts';
import { ViewsDialog } from './ViewsDialog.tsx';

type Props = {
  view: ContainersView;
  choices: TableChoices;
  onChange: (part: Partial<ContainersView>) => void;
};

/** Opens a saved view: its search, filters, order and columns. The menu is open from the start, see `MenuOnDemand`. */
export function ViewsMenu({ view, choices, onChange }: Props) {
  const [open, setOpen] = useState(true);
  const [managing, setManaging] = useState(false);
  const shown = useShownView(view);
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
          <Menu.Item
            key={saved.id}
            aria-current={saved.id === shown?.id}
            rightSection={saved.id === shown?.id && <IconCheck {...icon} />}
            onClick={() => apply(saved)}
          >
            <bdi>{saved.name}</bdi>
          </Menu.Item>
        ))}
      </>
    );
  };
  return (
    <>
      <OpenedMenu
        label={viewTexts.views}
        icon={IconBookmark}
        position="bottom-start"
        width={260}
        onOpenChange={setOpen}
      >
        <Menu.Dropdown mah="70dvh" style={{ overflow: 'auto' }}>
          {views.isPending && <Menu.Label>{viewTexts.loading}</Menu.Label>}
          {views.isError && <Menu.Label>{viewTexts.failed}</Menu.Label>}
          {views.data?.length === 0 && <Menu.Label>{viewTexts.none}</Menu.Label>}
          {group(viewTexts.own, false)}
          {group(viewTexts.shared, true)}
          <Menu.Divider />
          <Menu.Item leftSection={<IconBookmarkEdit {...icon} />} onClick={() => setManaging(true)}>
            {viewTexts.manage}
          </Menu.Item>
        </Menu.Dropdown>
      </OpenedMenu>
      <Dialog opened={managing} onClose={() => setManaging(false)} title={viewTexts.title}>
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

const icon = { size: 17, stroke: 1.75, 'aria-hidden': true } as const;
