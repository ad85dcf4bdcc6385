import { Text } from '@mantine/core';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { pageTexts } from '#features/containers/core/detail-page.texts.ts';
import { factsOf, personFacts } from '#features/containers/list/container-card.rules.ts';
import { FactList } from '#web/widgets/FactList.tsx';
import { Section } from '#web/widgets/Section.tsx';

const fields = [
  ...(['container_number', 'bl_number', 'booking_number', 'supplier_id', 'customer_id', 'carrier_id'] as const),
  ...(['vessel', 'voyage', 'pol', 'pod', 'goods', 'seal', 'packages', 'weight_kg'] as const),
];

/** The filled fields of a container except for its dates, and the notes about probably wrong values. */
export function DetailFacts({ container }: { container: Container }) {
  const facts = [...factsOf(container, fields), ...personFacts(container), ...factsOf(container, ['remarks'])];
  return (
    <Section title={pageTexts.facts}>
      {container.warnings?.map(({ message }) => (
        <Text key={message} px="sm" py="xxs" fz="sm" c="var(--accent-text)" bg="var(--accent-soft)">
          {message}
        </Text>
      ))}
      <FactList
        facts={facts.map(([label, value]) => [
          label,
          <bdi key={label} style={{ whiteSpace: 'pre-line' }}>
            {value}
          </bdi>,
        ])}
      />
    </Section>
  );
}
