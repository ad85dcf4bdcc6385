import { VisuallyHidden } from '@mantine/core';
import type { TextHit } from '#features/files/files.contract.ts';
import { inTextTexts as texts } from '#features/files/files.texts.ts';
import styles from './FilePassage.module.css';

type Props = { passage: TextHit['passage']; isNamed: boolean };

/** A few words of a document around what was searched for. */
export function FilePassage({ passage, isNamed }: Props) {
  return (
    <p className={styles.passage}>
      <VisuallyHidden>{texts.passage} </VisuallyHidden>
      <bdi>
        {passage.map(({ text, marked }, place) =>
          // oxlint-disable-next-line react/no-array-index-key -- a passage is never changed
          marked ? <mark key={place}>{text}</mark> : text,
        )}
      </bdi>
      {isNamed && <span className={styles.named}>{texts.alsoNamed}</span>}
    </p>
  );
}
