import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { portText } from '#features/containers/core/container-details.rules.ts';
import { fieldLabels } from '#features/containers/core/container-fields.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { pageTexts } from '#features/containers/core/detail-page.texts.ts';
import { personFacts } from '#features/containers/list/container-card.rules.ts';
import { locale } from '#shared/format.ts';
import { FactList } from '#web/widgets/FactList.tsx';
import { Section } from '#web/widgets/Section.tsx';

/** The filled fields of a container except for its dates, and the notes about probably wrong values. */
export function DetailFacts({ container }: { container: Container }) {
  const facts = factsOf(container).flatMap(([label, value]) =>
    value
      ? [
          [
            label,
            <bdi key={label} style={{ whiteSpace: 'pre-line' }}>
              {value}
            </bdi>,
          ] satisfies [string, ReactNode],
        ]
      : [],
  );
  return (
    <Section title={pageTexts.facts}>
      {container.warnings?.map(({ message }) => (
        <Text key={message} px="sm" py="xxs" fz="sm" c="var(--accent-text)" bg="var(--accent-soft)">
          {message}
        </Text>
      ))}
      <FactList facts={facts} />
    </Section>
  );
}

function factsOf(container: Container): [string, string | undefined][] {
  const { pol, pol_name, pod, pod_name, packages, weight_kg } = container;
  const own = (
    ...fields: (
      | 'container_number'
      | 'bl_number'
      | 'booking_number'
      | 'supplier_name'
      | 'customer_name'
      | 'carrier_name'
      | 'vessel'
      | 'voyage'
      | 'goods'
      | 'seal'
    )[]
  ) => fields.map((field): [string, string | undefined] => [fieldLabels[field], container[field]]);
  return [
    ...own('container_number', 'bl_number', 'booking_number', 'supplier_name', 'customer_name', 'carrier_name'),
    ...own('vessel', 'voyage'),
    [fieldLabels.pol, portText(pol, pol_name)],
    [fieldLabels.pod, portText(pod, pod_name)],
    ...own('goods', 'seal'),
    [fieldLabels.packages, packages?.toLocaleString(locale)],
    [fieldLabels.weight_kg, weight_kg?.toLocaleString(locale)],
    ...personFacts(container),
    [fieldLabels.remarks, container.remarks],
  ];
}
