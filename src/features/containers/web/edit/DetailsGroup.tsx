import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense, useId } from 'react';
import { changedDetails } from '#features/containers/core/container-details.rules.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import type { DetailsProps } from './MoreDetails.tsx';
import styles from './DetailsGroup.module.css';

const MoreDetails = lazyPart(() => import('./MoreDetails.tsx').then((file) => file.MoreDetails));

/** The optional fields under a heading that opens and closes them. The browser stores the last state. */
export function DetailsGroup(props: DetailsProps) {
  const [isOpen, setOpen] = useLocalStorage({
    key: 'container-details',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  // A conflict about a hidden field would be overwritten unseen.
  const conflicts = props.stored !== undefined && changedDetails(props.values, props.stored).length > 0;
  const open = isOpen || conflicts;
  const bodyId = useId();
  const filled = Object.values(props.values).filter((value) => value !== '').length;
  return (
    <div className={styles.group}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={bodyId}
        onClick={() => setOpen(!open)}
      >
        <IconChevronDown className={styles.chevron} size={16} stroke={2} aria-hidden="true" />
        {ownTexts.moreDetails}
        {filled > 0 && <span className={styles.count}>{ownTexts.filledDetails(filled)}</span>}
      </button>
      <div id={bodyId} hidden={!open}>
        {open && (
          <Suspense fallback={<LoadingRows rows={4} height={56} />}>
            <MoreDetails {...props} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
