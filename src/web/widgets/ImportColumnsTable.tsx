import { NativeSelect } from '@mantine/core';
import { DataTable } from './DataTable.tsx';
import styles from '../styles/import-steps.module.css';

type Props<Field extends string> = {
  texts: Record<'step2' | 'heading' | 'content' | 'field' | 'noField', string> & {
    fieldOf: (heading: string) => string;
  };
  columns: readonly { heading: string; samples: string }[];
  /** The field of each column. */
  chosen: readonly (Field | null)[];
  fields: readonly { value: Field; label: string }[];
  onChoose: (chosen: (Field | null)[]) => void;
};

/** The columns of a spreadsheet, with a choice of the field for each. */
export function ImportColumnsTable<Field extends string>({ texts, columns, chosen, fields, onChoose }: Props<Field>) {
  return (
    <DataTable look="texts" headings={[texts.heading, texts.content, texts.field]} className={styles.table}>
      {columns.map(({ heading, samples }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a heading may be repeated
        <tr key={index}>
          <th scope="row">{heading}</th>
          <td>{samples}</td>
          <td>
            <NativeSelect
              aria-label={texts.fieldOf(heading)}
              value={chosen[index] ?? ''}
              data={[{ value: '', label: texts.noField }, ...fields]}
              onChange={({ currentTarget }) =>
                onChoose(chosen.with(index, (currentTarget.value || null) as Field | null))
              }
            />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
