import { Link } from 'react-router';
import { ownTexts, texts } from '#features/dashboards/dashboards.texts.ts';
import { locale } from '#shared/format.ts';
import { DataTable } from '#web/widgets/DataTable.tsx';
import { filesOfType } from '../files-of.ts';
import styles from './FileTypesCard.module.css';

/** A slice with its name and colour. */
export type NamedSlice = { key: number; name: string; hint: string | undefined; files: number; color: string };

/**
 * The legend with name and count of each slice. A name opens the files of its type. It is a table, so that screen readers get all
 * data of the chart.
 */
export function FileTypesLegend({ slices, files }: { slices: readonly NamedSlice[]; files: number }) {
  return (
    <DataTable
      look="numbers"
      caption={texts.fileTypes}
      headings={[ownTexts.fileType, ownTexts.files, ownTexts.share]}
      className={styles.legend}
    >
      {slices.map((slice) => (
        <tr key={slice.key}>
          <th scope="row" title={slice.name}>
            <span className={styles.swatch} style={{ background: slice.color }} aria-hidden="true" />
            <bdi className={styles.label}>
              {slice.key > 0 ? (
                <Link to={filesOfType(slice.key)} className={styles.link}>
                  {slice.name}
                </Link>
              ) : (
                slice.name
              )}
              {slice.hint && <span className={styles.hint}> {slice.hint}</span>}
            </bdi>
          </th>
          <td>{slice.files.toLocaleString(locale)}</td>
          <td>{ownTexts.percent(slice.files / files)}</td>
        </tr>
      ))}
    </DataTable>
  );
}
