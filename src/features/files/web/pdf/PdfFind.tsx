import { Group, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import type { KeyboardEvent, Ref } from 'react';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import { PreviewTool } from '../preview/PreviewTool.tsx';
import type { Found } from './pdf-find.ts';
import styles from './PdfView.module.css';

type Props = {
  query: string;
  onQuery: (query: string) => void;
  found: Found | undefined;
  onStep: (step: 1 | -1) => void;
  onClose: () => void;
  fieldRef: Ref<HTMLInputElement>;
};

/** The search in a document: its field, the number of hits, and the way from one to the next. */
export function PdfFind({ query, onQuery, found, onStep, onClose, fieldRef }: Props) {
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
    if (event.key === 'Escape') onClose();
  };
  const hits = found?.hits.length ?? 0;
  return (
    <Group className={styles.find ?? ''} role="search" gap={0} wrap="nowrap">
      <TextInput
        ref={fieldRef}
        aria-label={texts.find}
        placeholder={texts.find}
        size="xs"
        flex={1}
        miw={0}
        value={query}
        autoFocus={query === ''}
        onChange={({ currentTarget }) => onQuery(currentTarget.value)}
        onKeyDown={press}
        // Escape closes the search and not the preview.
        data-mantine-stop-propagation="true"
      />
      <Text role="status" fz="sm" ta="center" miw="9ch" px="xxs">
        {query.trim() === '' || !found ? '' : hits === 0 ? texts.notFound : texts.position(found.current + 1, hits)}
      </Text>
      <PreviewTool icon={IconChevronUp} label={texts.previousHit} onClick={() => onStep(-1)} />
      <PreviewTool icon={IconChevronDown} label={texts.nextHit} onClick={() => onStep(1)} />
      <PreviewTool icon={IconX} label={texts.closeFind} onClick={onClose} />
    </Group>
  );
}
