import type { Container } from '#features/containers/core/containers.contract.ts';
import { ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { formatCalendarDate } from '#shared/format.ts';
import styles from './HistoryDrawer.module.css';

/** The first dates of a container. Later changes are measured against them. */
export function Baseline({ container }: { container: Container }) {
  const { first_pfi_date, first_ex_factory_date } = container;
  return (
    <section className={styles.baseline}>
      <h4 className={styles.heading}>{ownTexts.baseline}</h4>
      <p className={styles.hint}>{ownTexts.baselineHint}</p>
      <dl className={styles.dates}>
        <div>
          <dt>{texts.pfiDate}</dt>
          <dd>
            <time dateTime={first_pfi_date}>{formatCalendarDate(first_pfi_date)}</time>
          </dd>
        </div>
        <div>
          <dt>{texts.exFactoryDate}</dt>
          <dd>
            <time dateTime={first_ex_factory_date}>{formatCalendarDate(first_ex_factory_date)}</time>
          </dd>
        </div>
      </dl>
    </section>
  );
}
