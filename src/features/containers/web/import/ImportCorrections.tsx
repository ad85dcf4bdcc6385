import { Box, Button, Title } from '@mantine/core';
import { useState } from 'react';
import { fieldLabels } from '#features/containers/core/container-fields.texts.ts';
import type { Correction } from '#features/containers/import/import-complaints.rules.ts';
import { importScreenTexts as texts } from '#features/containers/import/import-page.texts.ts';
import { MoreButton } from '#web/widgets/MoreButton.tsx';
import { Row } from '#web/widgets/Row.tsx';
import styles from '#web/styles/import-steps.module.css';

type Props = { corrections: readonly Correction[]; onChange: (corrections: Correction[]) => void };

const maxShown = 5;

/** The corrections that were made, the last one first. Each can be taken back. */
export function ImportCorrections({ corrections, onChange }: Props) {
  const [isWhole, setWhole] = useState(false);
  if (corrections.length === 0) return null;
  const all = corrections.toReversed();
  return (
    <section aria-label={texts.corrections}>
      <Title order={3} mb="xs">
        {texts.corrections}
      </Title>
      <Box component="ul" m={0} p={0} fz="sm">
        {all.slice(0, isWhole ? undefined : maxShown).map((one) => {
          const { field, value, to, row } = one;
          const text = texts.correction({ field: fieldLabels[field], value, to, row });
          return (
            <Row key={JSON.stringify([field, value, row])} className={styles.import ?? ''}>
              <span>{text}</span>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`${texts.undoCorrection}: ${text}`}
                onClick={() => onChange(corrections.filter((other) => other !== one))}
              >
                {texts.undoCorrection}
              </Button>
            </Row>
          );
        })}
      </Box>
      {!isWhole && all.length > maxShown && (
        <MoreButton disabled={false} onClick={() => setWhole(true)}>
          {texts.allCorrections(all.length)}
        </MoreButton>
      )}
    </section>
  );
}
