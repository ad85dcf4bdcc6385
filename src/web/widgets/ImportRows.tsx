import { NativeSelect } from '@mantine/core';
import { locale } from '#shared/format.ts';
import { DataTable } from './DataTable.tsx';
import styles from '../styles/import-steps.module.css';

type State = 'new' | 'changed' | 'same' | 'there' | 'duplicate' | 'wrong';
type Row = {
  row: number;
  state: State;
  label: string;
  changes: readonly { field: string; from: string | null; to: string | null }[];
  problems: readonly string[];
  warnings?: readonly string[];
};
type Texts = Record<'step3' | 'state' | 'allRows' | 'row' | 'changes' | 'none' | 'empty', string> & {
  states: Record<State, string>;
  change: (field: string) => string;
};
type FilterProps<Shown extends State | 'warned'> = {
  texts: Texts;
  counts: Record<State, number>;
  /** Further choices. */
  more?: readonly { value: 'warned'; label: string }[];
  shown: Shown | undefined;
  onShow: (shown: Shown | undefined) => void;
};

const states: readonly State[] = ['new', 'changed', 'same', 'there', 'duplicate', 'wrong'];

/** Chooses the rows that are shown, by their states. */
export function ImportRowsFilter<Shown extends State | 'warned'>(props: FilterProps<Shown>) {
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

type Props = {
  texts: Texts;
  /** The heading of the imported things. */
  subject: string;
  rows: readonly Row[];
  labelOf: (field: string) => string;
};

/** The effect of each row of a spreadsheet. */
export function ImportRows({ texts, subject, rows, labelOf }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={texts.step3}>
      <DataTable look="texts" headings={[texts.row, texts.state, subject, texts.changes]} className={styles.table}>
        {rows.map(({ row, state, label, changes, problems, warnings = [] }) => (
          <tr key={row} data-state={state}>
            <th scope="row">{row}</th>
            <td>
              <span className={styles.state}>{texts.states[state]}</span>
            </td>
            <td>{label}</td>
            <td>
              {problems.map((problem) => (
                <p key={problem}>{problem}</p>
              ))}
              {changes.map(({ field, from, to }) => (
                <p key={field}>
                  {texts.change(labelOf(field))} {state === 'changed' && <del>{from ?? texts.empty}</del>}{' '}
                  <ins>{to ?? texts.empty}</ins>
                </p>
              ))}
              {warnings.map((warning) => (
                <p key={warning} className={styles.warning}>
                  {warning}
                </p>
              ))}
            </td>
          </tr>
        ))}
      </DataTable>
      {rows.length === 0 && <p className={styles.note}>{texts.none}</p>}
    </div>
  );
}
