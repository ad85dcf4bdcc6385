import { reportTexts as texts } from '#features/containers/container-report-screen.texts.ts';
import styles from './ReportPage.module.css';

/** The two series of a chart of rates. */
export function ReportLegend() {
  return (
    <ul className={styles.legend} aria-hidden="true">
      <li data-series="first">{texts.first}</li>
      <li data-series="last">{texts.lastDate}</li>
    </ul>
  );
}
