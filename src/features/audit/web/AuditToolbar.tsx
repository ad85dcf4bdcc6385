import { Button, NativeSelect, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { actNames } from '#features/audit/audit-acts.texts.ts';
import { auditView, readDay } from '#features/audit/audit-view.rules.ts';
import type { AuditView } from '#features/audit/audit-view.rules.ts';
import { acts, kindOf } from '#features/audit/audit.rules.ts';
import type { ThingKind } from '#features/audit/audit.rules.ts';
import { kindNames, texts } from '#features/audit/audit.texts.ts';
import { allUsersKey } from '#web/query-keys.ts';
import { FilterToolbar } from '#web/widgets/FilterToolbar.tsx';
import styles from './AuditToolbar.module.css';

/** Loads all users. src/app/browser/screens hands it in. */
export type ListUsers = (signal: AbortSignal) => Promise<readonly { id: number; name: string }[]>;

type Props = { view: AuditView; listUsers: ListUsers; onChange: (part: Partial<AuditView>) => void };

const any = '';
const actGroups = (Object.keys(kindNames) as ThingKind[]).map((kind) => ({
  group: kindNames[kind],
  items: acts.filter((act) => kindOf(act) === kind).map((value) => ({ value, label: actNames[value] })),
}));

/** Search text, person, act and days. On a phone, all except the search text are collapsed. */
export function AuditToolbar({ view, listUsers, onChange }: Props) {
  return (
    <FilterToolbar
      searchLabel={texts.search}
      search={view.search}
      active={auditView.activeFilters(view)}
      texts={texts}
      collapsesOnPhones
      onChange={onChange}
      className={styles.toolbar}
      filtersClassName={styles.filters}
    >
      <PersonFilter userId={view.userId} listUsers={listUsers} onChange={onChange} />
      <NativeSelect
        flex="1 1 0"
        miw={0}
        className={styles.wide ?? ''}
        label={texts.act}
        data={[{ value: any, label: texts.everything }, ...actGroups]}
        value={view.act ?? any}
        onChange={({ currentTarget: { value } }) => onChange({ act: acts.find((act) => act === value) })}
      />
      <Day label={texts.from} value={view.from} onChange={(from) => onChange({ from })} />
      <Day label={texts.to} value={view.to} onChange={(to) => onChange({ to })} />
      {auditView.isNarrowed(view) && (
        <Button variant="subtle" className={styles.wide ?? ''} onClick={() => onChange(auditView.initial)}>
          {texts.clear}
        </Button>
      )}
    </FilterToolbar>
  );
}

type PersonProps = Pick<Props, 'listUsers' | 'onChange'> & { userId: number | undefined };

function PersonFilter({ userId, listUsers, onChange }: PersonProps) {
  const users = useQuery({ queryKey: allUsersKey, queryFn: ({ signal }) => listUsers(signal) });
  const known = (users.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  // Deleted users are in the log, but not in the list of users.
  const isKnown = userId === undefined || known.some(({ value }) => value === String(userId));
  const deleted = isKnown ? [] : [{ value: String(userId), label: texts.personById(userId) }];
  return (
    <Select
      flex="1 1 0"
      miw={0}
      className={styles.wide ?? ''}
      label={texts.person}
      placeholder={texts.everyone}
      data={[...deleted, ...known]}
      value={userId === undefined ? null : String(userId)}
      onChange={(chosen) => onChange({ userId: chosen === null ? undefined : Number(chosen) })}
      limit={100}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': texts.everyone }}
      nothingFoundMessage={texts.noMatchingPerson}
    />
  );
}

type DayProps = { label: string; value: string | undefined; onChange: (day: string | undefined) => void };

function Day({ label, value, onChange }: DayProps) {
  return (
    <TextInput
      type="date"
      flex="0 0 164px"
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(readDay(event.currentTarget.value))}
    />
  );
}
