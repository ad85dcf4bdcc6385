import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { reportedFileTypesQuery } from '#features/file-types/web/file-types.data.ts';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import { texts as webTexts } from '#web/texts.ts';
import { Loading, LoadingBox } from '#web/widgets/Loading.tsx';
import styles from './FileTypeCards.module.css';

type Props = {
  /** Whether the page above the cards is complete, so that nothing pushes them down any more. */
  ready: boolean;
  chosen: number | undefined;
  disabled: boolean;
  onChoose: (fileTypeId: number) => void;
};

/** One card for each file type. See docs/specification.md#upload-screen. */
export function FileTypeCards(props: Props) {
  const headingId = useId();
  return (
    <fieldset className={styles.fieldset} role="radiogroup" aria-labelledby={headingId} disabled={props.disabled}>
      <h2 className={styles.heading} id={headingId}>
        {texts.selectType}
      </h2>
      <Cards {...props} />
    </fieldset>
  );
}

function Cards({ ready, chosen, onChoose }: Props) {
  const types = useQuery(reportedFileTypesQuery);
  const group = useId();

  if (types.isPending || !ready) return <CardsLoading />;
  if (!types.data) return <CardsFailed busy={types.isFetching} onTryAgain={() => void types.refetch()} />;
  if (types.data.length === 0) return <p className={styles.note}>{ownTexts.noTypes}</p>;
  return (
    <div className={styles.cards}>
      {types.data.map((type) => (
        <TypeCard key={type.id} type={type} group={group} checked={type.id === chosen} onChoose={onChoose} />
      ))}
    </div>
  );
}

type CardProps = { type: FileType; group: string; checked: boolean; onChoose: (fileTypeId: number) => void };

function TypeCard({ type, group, checked, onChoose }: CardProps) {
  const nameId = useId();
  const descriptionId = useId();
  return (
    <label className={styles.card}>
      <input
        type="radio"
        className={styles.radio}
        name={group}
        checked={checked}
        onChange={() => onChoose(type.id)}
        aria-labelledby={nameId}
        {...(type.description && { 'aria-describedby': descriptionId })}
      />
      <span className={styles.name} id={nameId}>
        {type.name}
      </span>
      {type.description && (
        <span className={styles.description} id={descriptionId} title={type.description}>
          {type.description}
        </span>
      )}
      <IconCheck className={styles.check} size={16} stroke={2.5} aria-hidden="true" />
    </label>
  );
}

function CardsLoading() {
  return (
    <Loading>
      <div className={styles.cards}>
        {[0, 1, 2, 3].map((card) => (
          <LoadingBox key={card} height={62} />
        ))}
      </div>
    </Loading>
  );
}

function CardsFailed({ busy, onTryAgain }: { busy: boolean; onTryAgain: () => void }) {
  return (
    <p className={styles.note} role="alert">
      {ownTexts.typesFailed}{' '}
      <Button variant="subtle" size="compact-sm" loading={busy} onClick={onTryAgain}>
        {webTexts.tryAgain}
      </Button>
    </p>
  );
}
