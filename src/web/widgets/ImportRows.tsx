import { NativeSelect, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import { Fragment, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { locale } from '#shared/format.ts';
import { DataTable } from './DataTable.tsx';
import styles from '../styles/import-steps.module.css';

type State = 'new' | 'changed' | 'same' | 'there' | 'duplicate' | 'wrong';
type Change = { field: string; from: string | null; to: string | null };
type Row = {
  row: number;
  state: State;
  label: string;
  changes: readonly Change[];
  problems: readonly string[];
  warnings?: readonly string[];
};
type Texts = Record<'step3' | 'state' | 'allRows' | 'row' | 'changes' | 'none' | 'empty', string> & {
  states: Record<State, string>;
  change: (field: string) => string;
  warnings: (count: number) => string;
};
type FilterProps<Shown extends string> = {
  texts: Texts;
  counts: Record<State, number>;
  /** Further choices. */
  more?: readonly { value: Shown; label: string }[];
  shown: Shown | undefined;
  onShow: (shown: Shown | undefined) => void;
};

const states: readonly State[] = ['new', 'changed', 'same', 'there', 'duplicate', 'wrong'];

/** Chooses the rows that are shown, by their states. */
export function ImportRowsFilter<Shown extends string>(props: FilterProps<Shown>) {
  const { texts, counts, more = [], shown, onShow } = props;
  const all = states.reduce((sum, state) => sum + counts[state], 0);
  return (
    <NativeSelect
      label={texts.state}
      value={shown ?? ''}
      data={[
        { value: '', label: `${texts.allRows} (${all.toLocaleString(locale)})` },
        ...states.map((state) => ({
          value: state,
          label: `${texts.states[state]} (${counts[state].toLocaleString(locale)})`,
        })),
        ...more,
      ]}
      onChange={({ currentTarget }) => onShow((currentTarget.value || undefined) as Shown | undefined)}
    />
  );
}

type Props<One extends Row> = {
  texts: Texts;
  /** The heading of the imported things. */
  subject: string;
  rows: readonly One[];
  labelOf: (field: string) => string;
  /** Returns a value of a field as the product shows it. */
  shown?: (field: string, value: string) => string;
  /** The content of an opened row. By default, its changes. */
  renderDetails?: (row: One) => ReactNode;
};

/** The effect of each row of a spreadsheet. A row is one line that opens. */
export function ImportRows<One extends Row>(props: Props<One>) {
  const { texts, subject, rows } = props;
  return (
    <>
      <DataTable
        look="texts"
        caption={texts.step3}
        headings={[texts.row, texts.state, subject, texts.changes]}
        className={styles.table}
      >
        {rows.map((row) => (
          <ImportRow key={row.row} {...props} row={row} />
        ))}
      </DataTable>
      {rows.length === 0 && (
        <Text fz="sm" c="dimmed">
          {texts.none}
        </Text>
      )}
    </>
  );
}

function ImportRow<One extends Row>({ row, renderDetails, ...props }: Omit<Props<One>, 'rows'> & { row: One }) {
  const { texts } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { warnings = [] } = row;
  return (
    <>
      <tr data-state={row.state} data-open={isOpen || undefined}>
        <th scope="row">{row.row}</th>
        <td>
          <Text span inherit fw={550} style={{ whiteSpace: 'nowrap' }}>
            {texts.states[row.state]}
          </Text>
        </td>
        <td>{row.label}</td>
        <td>
          <UnstyledButton
            className={styles.summary ?? ''}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {warnings.length > 0 && (
              <IconAlertTriangle size={16} stroke={1.75} role="img" aria-label={texts.warnings(warnings.length)} />
            )}
            <Text span inherit flex={1} truncate={row.problems.length === 0}>
              {row.problems.join(' ') ||
                row.changes.map((change) => (
                  <Fragment key={change.field}>
                    <ChangeLine {...props} change={change} row={row} />{' '}
                  </Fragment>
                ))}
            </Text>
            <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
          </UnstyledButton>
        </td>
      </tr>
      {isOpen && (
        <tr id={id} className={styles.details}>
          <td colSpan={4}>
            {warnings.map((warning) => (
              <Text key={warning} inherit c="dimmed" fs="italic">
                {warning}
              </Text>
            ))}
            {renderDetails
              ? renderDetails(row)
              : row.changes.map((change) => (
                  <p key={change.field}>
                    <ChangeLine {...props} change={change} row={row} />
                  </p>
                ))}
          </td>
        </tr>
      )}
    </>
  );
}

type LineProps = Pick<Props<Row>, 'texts' | 'labelOf' | 'shown'> & { row: Row; change: Change };

function ChangeLine({ texts, labelOf, shown = (_, value) => value, row, change: { field, from, to } }: LineProps) {
  const valueOf = (value: string | null) => (value === null ? texts.empty : shown(field, value));
  return (
    <span>
      {texts.change(labelOf(field))} {row.state === 'changed' && <del>{valueOf(from)}</del>} <ins>{valueOf(to)}</ins>
    </span>
  );
}
