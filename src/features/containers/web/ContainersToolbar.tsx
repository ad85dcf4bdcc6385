import { Badge, Button, NativeSelect } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { activeFilters } from '#features/containers/containers-view.rules.ts';
import type { ContainersView } from '#features/containers/containers-view.rules.ts';
import { displayedStatuses } from '#features/containers/containers.rules.ts';
import { ownTexts, texts } from '#features/containers/containers.texts.ts';
import { SearchBox } from '#web/widgets/SearchBox.tsx';
import styles from './ContainersToolbar.module.css';

type Props = { view: ContainersView; onChange: (part: Partial<ContainersView>) => void };

const any = '';
const months = [
  { value: any, label: ownTexts.allMonths },
  ...ownTexts.months.map((label, place) => ({ value: String(place + 1), label })),
];

/** Search, status, PFI month and Ex-Factory month; on a phone the selects fold away. Source: spec section 2. */
export function ContainersToolbar({ view, onChange }: Props) {
  const [unfolded, setUnfolded] = useState(false);
  const selectsId = useId();
  const active = activeFilters(view);
  return (
    <div className={styles.toolbar}>
      <div className={styles.line}>
        <SearchBox
          label={texts.searchPlaceholder}
          value={view.search}
          onSearch={(search) => onChange({ search })}
          className={styles.search ?? ''}
        />
        <Button
          className={styles.toggle ?? ''}
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={17} stroke={1.75} aria-hidden="true" />}
          rightSection={
            active > 0 && (
              <Badge size="sm" circle title={ownTexts.activeFilters(active)}>
                {active}
              </Badge>
            )
          }
          aria-expanded={unfolded}
          aria-controls={selectsId}
          onClick={() => setUnfolded(!unfolded)}
        >
          {ownTexts.filters}
        </Button>
      </div>
      <div id={selectsId} className={styles.selects} data-unfolded={unfolded}>
        <NativeSelect
          label={ownTexts.status}
          data={[{ value: any, label: texts.allStatus }, ...displayedStatuses]}
          value={view.status ?? any}
          onChange={({ currentTarget: { value } }) =>
            onChange({ status: displayedStatuses.find((status) => status === value) })
          }
        />
        <NativeSelect
          label={texts.pfiMonth}
          data={months}
          value={view.pfiMonth ?? any}
          onChange={(event) => onChange({ pfiMonth: Number(event.currentTarget.value) || undefined })}
        />
        <NativeSelect
          label={texts.exFactoryMonth}
          data={months}
          value={view.exFactoryMonth ?? any}
          onChange={(event) => onChange({ exFactoryMonth: Number(event.currentTarget.value) || undefined })}
        />
      </div>
    </div>
  );
}
