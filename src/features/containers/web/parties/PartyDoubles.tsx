import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { partyTexts as texts } from '#features/containers/parties/container-parties.texts.ts';
import type { UsedParty } from '#features/containers/parties/parties.contract.ts';
import { Card } from '#web/widgets/Card.tsx';
import { MoreButton } from '#web/widgets/MoreButton.tsx';
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
    <Card as="section" className={styles.card} aria-label={texts.doubles}>
      <h2 className={styles.heading}>{texts.doubles}</h2>
      <p className={styles.note}>{texts.doublesHint}</p>
      <ul className={styles.imports}>
        {shown.map(({ one, other }) => (
          <li key={`${one.id} ${other.id}`}>
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
          </li>
        ))}
      </ul>
      {shown.length < doubles.length && (
        <MoreButton onClick={() => setWhole(true)}>{texts.allDoubles(doubles.length - shown.length)}</MoreButton>
      )}
    </Card>
  );
}

const NameWithUse = ({ name, supplier, customer, carrier }: UsedParty) => (
  <Group gap="xs">
    <b>
      <bdi>{name}</bdi>
    </b>
    <span className={styles.note}>{texts.inAll(supplier + customer + carrier)}</span>
  </Group>
);
