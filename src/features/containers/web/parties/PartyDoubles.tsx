import { Box, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { partyTexts as texts } from '#features/containers/parties/container-parties.texts.ts';
import type { UsedParty } from '#features/containers/parties/parties.contract.ts';
import { MoreButton } from '#web/widgets/MoreButton.tsx';
import { Row } from '#web/widgets/Row.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { doublesQuery } from './parties-page.data.ts';
import type { PartyChange } from './PartyDialog.tsx';
import styles from '#web/styles/import-steps.module.css';

const shownAtFirst = 5;

/** Pairs of names that probably mean the same company. Nothing without any. */
export function PartyDoubles({ onOpen }: { onOpen: (change: PartyChange) => void }) {
  const { data: doubles = [] } = useQuery(doublesQuery);
  const [isWhole, setWhole] = useState(false);
  if (doubles.length === 0) return null;
  const shown = isWhole ? doubles : doubles.slice(0, shownAtFirst);
  return (
    <Section title={texts.doubles} description={texts.doublesHint} aria-label={texts.doubles}>
      <Box component="ul" m={0} p={0}>
        {shown.map(({ one, other }) => (
          <Row key={`${one.id} ${other.id}`} className={styles.import ?? ''}>
            <div>
              <NameWithUse {...one} />
              <NameWithUse {...other} />
            </div>
            <Button
              variant="default"
              aria-label={texts.reviewPair(one.name, other.name)}
              onClick={() => onOpen({ action: 'merge', one, other })}
            >
              {texts.review}
            </Button>
          </Row>
        ))}
      </Box>
      {shown.length < doubles.length && (
        <MoreButton onClick={() => setWhole(true)}>{texts.allDoubles(doubles.length - shown.length)}</MoreButton>
      )}
    </Section>
  );
}

const NameWithUse = ({ name, supplier, customer, carrier }: UsedParty) => (
  <Group gap="xs">
    <b>
      <bdi>{name}</bdi>
    </b>
    <Text span fz="sm" c="dimmed">
      {texts.inAll(supplier + customer + carrier)}
    </Text>
  </Group>
);
