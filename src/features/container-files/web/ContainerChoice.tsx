import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { containerQuery } from '#features/containers/web/containers.data.ts';
import { containerUploadTexts as texts } from '#features/files/upload/container-upload.texts.ts';
import { ContainerSearch } from './ContainerSearch.tsx';
import styles from './ContainerField.module.css';

export type ContainerChoiceProps = {
  chosen: number | undefined;
  disabled: boolean;
  onChoose: (containerId: number | undefined) => void;
};

/** The chosen container, or a search for one. Its code is loaded when it is needed. */
export function ContainerChoice(props: ContainerChoiceProps) {
  return props.chosen === undefined ? <Search {...props} /> : <Chosen {...props} id={props.chosen} />;
}

function Search({ disabled, onChoose }: ContainerChoiceProps) {
  const field = useRef<HTMLDivElement>(null);
  // The button that opened the search has been removed, so the field takes the focus.
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={field}>
      <ContainerSearch label={texts.to} disabled={disabled} onChoose={onChoose} />
      <p className={styles.hint}>{texts.optional}</p>
    </div>
  );
}

function Chosen({ id, disabled, onChoose }: ContainerChoiceProps & { id: number }) {
  const { data, isError } = useQuery(containerQuery(id));
  return (
    <>
      <p className={styles.label}>{texts.to}</p>
      <div className={styles.chosen}>
        {isError ? (
          <p className={styles.name} role="alert">
            {texts.noContainer}
          </p>
        ) : (
          <p className={styles.name}>
            <bdi>{data?.name}</bdi> <span className={styles.hint}>{data?.container_no}</span>
          </p>
        )}
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={disabled}
          leftSection={<IconX size={15} stroke={1.9} aria-hidden="true" />}
          onClick={() => onChoose(undefined)}
        >
          {texts.withoutContainer}
        </Button>
      </div>
    </>
  );
}
