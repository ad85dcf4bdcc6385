import { Text } from '@mantine/core';
import type { TextHit } from '#features/files/core/files.contract.ts';
import { inTextTexts as texts } from '#features/files/core/files.texts.ts';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import styles from './TextResults.module.css';

type Props = Pick<TextHit, 'snippet' | 'found_in'> & { isNamed: boolean };

/** An excerpt of a document around the words of the search. */
export function FileSnippet({ snippet, found_in, isNamed }: Props) {
  return (
    <Text className={styles.snippet ?? ''} fz="sm" c="dimmed" lh={1.5} maw="110ch">
      <StateBadge tone="neutral">{texts.sources[found_in]}</StateBadge>{' '}
      <bdi>
        {snippet.map(({ text, marked }, index) =>
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of a snippet never change
          marked ? <mark key={index}>{text}</mark> : text,
        )}
      </bdi>{' '}
      {isNamed && <StateBadge tone="neutral">{texts.alsoNamed}</StateBadge>}
    </Text>
  );
}
