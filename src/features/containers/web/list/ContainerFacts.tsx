import type { ReactNode } from 'react';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { movedText, ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { daysBetween } from '#shared/calendar.ts';
import { formatCalendarDate } from '#shared/format.ts';
import styles from './ContainerFacts.module.css';

/** The dates with their changes, and the users who created and checked the container. */
export function ContainerFacts({ container }: { container: Container }) {
  const { pfi_date, ex_factory_date, user_name, checkedBy } = container;
  return (
    <dl className={styles.facts}>
      <Fact label={texts.pfiDate} remark={moved(container.first_pfi_date, pfi_date, container.pfi_moves)}>
        <time dateTime={pfi_date}>{formatCalendarDate(pfi_date)}</time>
      </Fact>
      <Fact
        label={texts.exFactoryDate}
        remark={moved(container.first_ex_factory_date, ex_factory_date, container.ex_factory_moves)}
      >
        <time dateTime={ex_factory_date}>{formatCalendarDate(ex_factory_date)}</time>
      </Fact>
      <Fact label={ownTexts.createdBy}>
        <bdi>{user_name}</bdi>
      </Fact>
      {checkedBy !== null && (
        <Fact label={ownTexts.checkedBy}>
          <bdi>{checkedBy}</bdi>
        </Fact>
      )}
    </dl>
  );
}

function moved(first: string, current: string, times: number): string | undefined {
  return times > 0 ? movedText(daysBetween(first, current), times) : undefined;
}

function Fact({ label, remark, children }: { label: string; remark?: string | undefined; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>
        {children}
        {remark !== undefined && <span className={styles.note}>{remark}</span>}
      </dd>
    </div>
  );
}
