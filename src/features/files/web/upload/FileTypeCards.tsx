import { Box, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { reportedFileTypesQuery } from '#features/file-types/web/file-types.data.ts';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import { Loading, LoadingBox } from '#web/widgets/Loading.tsx';
import { MoreFailed } from '#web/widgets/MoreRows.tsx';
import styles from './FileTypeCards.module.css';

type Props = {
  /** Whether the page above the cards is complete, so that nothing pushes them down any more. */
  ready: boolean;
  chosen: number | undefined;
  disabled: boolean;
  onChoose: (fileTypeId: number) => void;
};

/** One card for each file type. See docs/specification.md#upload-screen. */
export function FileTypeCards({ ready, chosen, disabled, onChoose }: Props) {
  const headingId = useId();
  const types = useQuery(reportedFileTypesQuery);
  const isLoading = types.isPending || !ready;
  return (
    <Box
      component="fieldset"
      miw={0}
      m={0}
      p={0}
      bd={0}
      role="radiogroup"
      aria-labelledby={headingId}
      disabled={disabled}
    >
      <Title order={2} mb="xs" id={headingId}>
        {texts.selectType}
      </Title>
      {isLoading ? (
        <Loading>
          <div className={styles.cards}>
            {[0, 1, 2, 3].map((card) => (
              <LoadingBox key={card} height={62} />
            ))}
          </div>
        </Loading>
      ) : !types.data ? (
        <MoreFailed onTryAgain={() => void types.refetch()}>{ownTexts.typesFailed}</MoreFailed>
      ) : types.data.length === 0 ? (
        <Text c="dimmed">{ownTexts.noTypes}</Text>
      ) : (
        <div className={styles.cards}>
          {types.data.map((type) => (
            <TypeCard
              key={type.id}
              type={type}
              group={headingId}
              checked={type.id === chosen}
              onChoose={() => onChoose(type.id)}
            />
          ))}
        </div>
      )}
    </Box>
  );
}

type CardProps = { type: FileType; group: string; checked: boolean; onChoose: () => void };

function TypeCard({ type, group, checked, onChoose }: CardProps) {
  const id = useId();
  return (
    <label className={styles.card}>
      <input
        type="radio"
        className={styles.radio}
        name={group}
        checked={checked}
        onChange={onChoose}
        aria-labelledby={id}
        {...(type.description && { 'aria-describedby': `${id}-description` })}
      />
      <Text span fw={550} lh={1.35} lineClamp={2} id={id}>
        {type.name}
      </Text>
      {type.description && (
        <Text
          span
          className={styles.description ?? ''}
          fz="xs"
          c="dimmed"
          lh={1.35}
          lineClamp={4}
          id={`${id}-description`}
          title={type.description}
        >
          {type.description}
        </Text>
      )}
      <IconCheck className={styles.check} size={16} stroke={2.5} aria-hidden="true" />
    </label>
  );
}
