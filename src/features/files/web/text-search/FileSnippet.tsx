import type { TextHit } from '#features/files/core/files.contract.ts';
import { inTextTexts as texts } from '#features/files/core/files.texts.ts';
import styles from './FileSnippet.module.css';

type Props = Pick<TextHit, 'snippet' | 'found_in'> & { isNamed: boolean };

/** An excerpt of a document around the words of the search. */
export function FileSnippet({ snippet, found_in, isNamed }: Props) {
  return (
    <p className={styles.snippet}>
      <span className={styles.source}>{texts.sources[found_in]}</span>
      <bdi>
        {snippet.map(({ text, marked }, index) =>
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of a snippet never change
          marked ? <mark key={index}>{text}</mark> : text,
        )}
      </bdi>
      {isNamed && <span className={styles.named}>{texts.alsoNamed}</span>}
    </p>
  );
}
