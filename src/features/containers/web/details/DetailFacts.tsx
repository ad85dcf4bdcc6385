import { portText } from '#features/containers/core/container-details.rules.ts';
import { fieldLabels } from '#features/containers/core/container-fields.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import { pageTexts } from '#features/containers/core/detail-page.texts.ts';
import { locale } from '#shared/format.ts';
import styles from './ContainerView.module.css';

/** A longer value takes the whole row. */
const longLetters = 40;

/** The filled fields of a container except for its dates, and the notes about probably wrong values. */
export function DetailFacts({ container }: { container: Container }) {
  const facts = factsOf(container).flatMap(([label, value]) => (value ? [{ label, value }] : []));
  return (
    <section>
      <h2 className={styles.heading}>{pageTexts.facts}</h2>
      {container.warnings?.map(({ message }) => (
        <p key={message} className={styles.warning}>
          {message}
        </p>
      ))}
      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <div key={label} data-long={label === fieldLabels.remarks || value.length > longLetters}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function factsOf(container: Container): [string, string | undefined][] {
  const { pol, pol_name, pod, pod_name, packages, weight_kg } = container;
  const same = [
    'container_number',
    'bl_number',
    'booking_number',
    'supplier_name',
    'customer_name',
    'carrier_name',
  ] as const;
  const cargo = ['goods', 'seal'] as const;
  return [
    ...same.map((field): [string, string | undefined] => [fieldLabels[field], container[field]]),
    [fieldLabels.vessel, container.vessel],
    [fieldLabels.voyage, container.voyage],
    [fieldLabels.pol, portText(pol, pol_name)],
    [fieldLabels.pod, portText(pod, pod_name)],
    ...cargo.map((field): [string, string | undefined] => [fieldLabels[field], container[field]]),
    [fieldLabels.packages, packages?.toLocaleString(locale)],
    [fieldLabels.weight_kg, weight_kg?.toLocaleString(locale)],
    [ownTexts.createdBy, container.user_name],
    [ownTexts.checkedBy, container.checkedBy ?? undefined],
    [fieldLabels.remarks, container.remarks],
  ];
}
