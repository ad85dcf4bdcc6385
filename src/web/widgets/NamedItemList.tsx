import { Group, Title, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { fold } from '#shared/fold.ts';
import { Card } from './Card.tsx';
import { EmptyState } from './EmptyState.tsx';
import type { Icon } from './EmptyState.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { LoadingRows } from './Loading.tsx';
import type { NamedItem } from './NamedItemForm.tsx';
import { SearchBox } from './SearchBox.tsx';
import styles from './NamedItems.module.css';

export type ListTexts = Record<'filter' | 'loading' | 'failedTitle' | 'none' | 'noMatch', string> & {
  found: (count: number) => string;
};

type Props<Item> = {
  query: UseQueryResult<Item[]>;
  title: string;
  /** Shown beside the title. */
  count: ReactNode;
  headingRef: RefObject<HTMLHeadingElement | null>;
  icon: Icon;
  texts: ListTexts;
  /** Renders the items that match the filter. `headingId` is the id of the heading that labels the list. */
  children: (items: Item[], headingId: string) => ReactNode;
};

/** The filter appears from this number of items. Our choice: more do not fit on a screen. */
const filterMinItems = 12;

/** The card that lists the teams or file types: heading, filter, items. */
export function NamedItemList<Item extends NamedItem>(props: Props<Item>) {
  const { query, title, count, headingRef, icon, texts, children } = props;
  const headingId = useId();
  const [filter, setFilter] = useState('');
  const search = fold(filter.trim());
  const all = query.data;
  const shown = all?.filter((item) => fold(`${item.name} ${item.description ?? ''}`).includes(search));

  return (
    <Card as="section" className={styles.card} aria-labelledby={headingId}>
      <Group gap="xs" px="md" py="xs" mih={52} justify="space-between">
        <Group gap="xs" wrap="nowrap">
          <Title order={2} id={headingId} ref={headingRef} tabIndex={-1}>
            {title}
          </Title>
          {count}
        </Group>
        {all && all.length >= filterMinItems && <SearchBox label={texts.filter} value={filter} onSearch={setFilter} />}
      </Group>
      <VisuallyHidden role="status">{search && shown ? texts.found(shown.length) : ''}</VisuallyHidden>
      {shown ? (
        shown.length === 0 ? (
          <EmptyState icon={icon} title={all?.length === 0 ? texts.none : texts.noMatch} />
        ) : (
          children(shown, headingId)
        )
      ) : query.isPending ? (
        <LoadingRows height={56} label={texts.loading} />
      ) : (
        <LoadFailed query={query} title={texts.failedTitle} />
      )}
    </Card>
  );
}
