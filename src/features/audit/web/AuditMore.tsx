import { texts } from '#features/audit/audit.texts.ts';
import { texts as kit } from '#web/texts.ts';
import { MoreButton } from '#web/widgets/MoreButton.tsx';
import styles from './AuditTable.module.css';

type Props = { failed: boolean; busy: boolean; onMore: () => void; lookedBackTo: string };

/** The end of what is here; a search says how far back it has looked. */
export function AuditMore({ failed, busy, onMore, lookedBackTo }: Props) {
  const label = lookedBackTo === '' ? texts.showMore : texts.lookFurther;
  return (
    <>
      {failed ? (
        <p className={styles.failed} role="alert">
          {texts.moreFailed}
        </p>
      ) : (
        lookedBackTo !== '' && <p className={styles.looked}>{texts.lookedBackTo(lookedBackTo)}</p>
      )}
      <MoreButton disabled={busy} onClick={onMore}>
        {busy ? kit.loading : failed ? kit.tryAgain : label}
      </MoreButton>
    </>
  );
}
