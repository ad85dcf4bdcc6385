import { Badge, Button } from '@mantine/core';
import { IconFilterPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { filterTexts } from '#features/containers/list/container-filters.texts.ts';
import type { NameOf } from '#features/containers/list/container-filters.texts.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { fetchOnFirstInput } from '#web/fetch-early.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { SideDialog } from '#web/widgets/Dialog.tsx';

const loadForm = () => import('./FiltersForm.tsx').then((file) => file.FiltersForm);
const FiltersForm = lazyPart(loadForm);

type Props = {
  view: ContainersView;
  nameOf: NameOf;
  /** The number of active filters. */
  active: number;
  onChange: (part: Partial<ContainersView>) => void;
};

/** The button for the filters that do not fit into the toolbar. They open at the side. */
export function MoreFilters({ view, nameOf, active, onChange }: Props) {
  const [open, setOpen] = useState(false);
  useEffect(() => fetchOnFirstInput(loadForm), []);
  const apply = (part: Partial<ContainersView>) => {
    onChange(part);
    setOpen(false);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilterPlus size={17} stroke={1.75} aria-hidden="true" />}
        rightSection={
          active > 0 && (
            <Badge size="sm" circle>
              {active}
            </Badge>
          )
        }
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {filterTexts.more}
      </Button>
      <SideDialog opened={open} onClose={() => setOpen(false)} title={filterTexts.more} size={440}>
        <FiltersForm view={view} nameOf={nameOf} onApply={apply} />
      </SideDialog>
    </>
  );
}
