import { Badge, Button, NativeSelect, Select, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { activeFilters, isNarrowed, readDay, wholeView } from '#features/audit/audit-view.rules.ts';
import type { AuditView } from '#features/audit/audit-view.rules.ts';
import { acts, kindOf } from '#features/audit/audit.rules.ts';
import type { ThingKind } from '#features/audit/audit.rules.ts';
import { actNames, kindNames, texts } from '#features/audit/audit.texts.ts';
import { usersQuery } from '#features/users/web/users.data.ts';
import { SearchBox } from '#web/widgets/SearchBox.tsx';
import styles from './AuditToolbar.module.css';

type Props = { view: AuditView; onChange: (part: Partial<AuditView>) => void };

const any = '';
const actGroups = (Object.keys(kindNames) as ThingKind[]).map((kind) => ({
  group: kindNames[kind],
  items: acts.filter((act) => kindOf(act) === kind).map((value) => ({ value, label: actNames[value] })),
}));

/** Words, a person, a kind of act and days; on a phone all but the words fold away. */
export function AuditToolbar({ view, onChange }: Props) {
  const [unfolded, setUnfolded] = useState(false);
  const filtersId = useId();
  const active = activeFilters(view);
  return (
    <div className={styles.toolbar}>
      <div className={styles.line}>
        <SearchBox
          label={texts.search}
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
              <Badge size="sm" circle title={texts.activeFilters(active)}>
                {active}
              </Badge>
            )
          }
          aria-expanded={unfolded}
          aria-controls={filtersId}
          onClick={() => setUnfolded(!unfolded)}
        >
          {texts.filters}
        </Button>
      </div>
      <div id={filtersId} className={styles.filters} data-unfolded={unfolded}>
        <PersonFilter userId={view.userId} onChange={onChange} />
        <NativeSelect
          className={styles.wide ?? ''}
          label={texts.act}
          data={[{ value: any, label: texts.everything }, ...actGroups]}
          value={view.act ?? any}
          onChange={({ currentTarget: { value } }) => onChange({ act: acts.find((act) => act === value) })}
        />
        <Day label={texts.from} value={view.from} onChange={(from) => onChange({ from })} />
        <Day label={texts.to} value={view.to} onChange={(to) => onChange({ to })} />
        {isNarrowed(view) && (
          <Button variant="subtle" className={styles.clear ?? ''} onClick={() => onChange(wholeView)}>
            {texts.clear}
          </Button>
        )}
      </div>
    </div>
  );
}

function PersonFilter({ userId, onChange }: { userId: number | undefined; onChange: Props['onChange'] }) {
  const users = useQuery(usersQuery);
  const known = (users.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  // Whoever was deleted is not among the users any more, but in the log.
  const isKnown = userId === undefined || known.some(({ value }) => value === String(userId));
  const gone = isKnown ? [] : [{ value: String(userId), label: texts.personById(userId) }];
  return (
    <Select
      className={styles.wide ?? ''}
      label={texts.person}
      placeholder={texts.everybody}
      data={[...gone, ...known]}
      value={userId === undefined ? null : String(userId)}
      onChange={(chosen) => onChange({ userId: chosen === null ? undefined : Number(chosen) })}
      limit={100}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': texts.everybody }}
      nothingFoundMessage={texts.nobodyFound}
    />
  );
}

type DayProps = { label: string; value: string | undefined; onChange: (day: string | undefined) => void };

function Day({ label, value, onChange }: DayProps) {
  return (
    <TextInput
      type="date"
      className={styles.day ?? ''}
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(readDay(event.currentTarget.value))}
    />
  );
}
