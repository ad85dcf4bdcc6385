import { Anchor, Group, NativeSelect, Text, VisuallyHidden } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { textOrders } from '#features/files/core/files.contract.ts';
import type { TextOrder } from '#features/files/core/files.contract.ts';
import { maxWaitingCounted } from '#features/files/core/files.rules.ts';
import { inTextTexts as texts } from '#features/files/core/files.texts.ts';
import { isNamed } from '#features/files/list/files-view.rules.ts';
import { Card } from '#web/widgets/Card.tsx';
import { Loading } from '#web/widgets/Loading.tsx';
import { MoreButton } from '#web/widgets/MoreButton.tsx';
import { MoreFailed } from '#web/widgets/MoreRows.tsx';
import { AwaitedRows } from '../list/AwaitedRows.tsx';
import { FileRow } from '../list/FileRow.tsx';
import { focusIfLost } from '../list/focus-row.ts';
import { SelectShown } from '../selection/SelectShown.tsx';
import { useRangeSelect } from '../selection/use-range-select.ts';
import type { TextSearch } from './use-text-search.ts';
import group from '../list/FileGroup.module.css';
import row from '../list/FileRow.module.css';
import page from '../list/FilesPage.module.css';
import styles from './TextResults.module.css';

type Props = {
  search: TextSearch;
  /** Whether files match by their name. Otherwise the page says already that nothing was found. */
  hasNamed: boolean;
  order: TextOrder;
  onOrder: (order: TextOrder) => void;
  /** The address of the page with another search. */
  addressOf: (search: string) => string;
  /** Called when the link that had the focus disappears. */
  onFocusLost: () => void;
};

/** The results of the text search, below the files whose name matches. */
export function TextResults({ search, hasNamed, order, onOrder, addressOf, onFocusLost }: Props) {
  const { isSearching, isFound, files, failed, waiting, isStale, hasMore, total, suggestion } = search;
  if (!isSearching) return null;
  const remark = waiting > 0 && texts.waiting(waiting, maxWaitingCounted);
  const announcement =
    isFound && !isStale && !failed ? texts.found(total ?? { files: files.length, more: hasMore }) : '';
  return (
    <div className={page.results} aria-busy={isStale}>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {suggestion !== undefined && (
        <Text px="md" role="status">
          {texts.didYouMean}{' '}
          <Anchor component={Link} to={addressOf(suggestion)} inherit fw={550} onClick={onFocusLost}>
            <bdi>{suggestion}</bdi>
          </Anchor>
        </Text>
      )}
      {isFound === false && !failed ? (
        (hasNamed || waiting > 0) && (
          <Text fz="sm" c="dimmed" px="md">
            {waiting > 0 ? texts.noneYet : texts.none} {remark}
          </Text>
        )
      ) : (
        <Card as="section" className={row.area} data-in-text="">
          <Group className={styles.head ?? ''} gap="xs" px="md" py="xs" fz="sm" c="dimmed" data-group-head="">
            <Group component="h2" gap="xs" m={0} fz="lg" c="var(--ink)">
              <IconFileText size={18} stroke={1.75} aria-hidden="true" />
              {texts.title}
            </Group>
            {total && <span>{texts.total(total)}</span>}
            {remark && <span>{remark}</span>}
            <Text span fz="xs">
              {texts.hint}
            </Text>
            <NativeSelect
              className={styles.order ?? ''}
              aria-label={texts.order}
              size="xs"
              data={textOrders.map((value) => ({ value, label: texts.orders[value] }))}
              value={order}
              onChange={({ currentTarget: { value } }) => onOrder(value === 'relevance' ? value : 'newest')}
            />
          </Group>
          <div className={group.body}>
            {isFound === undefined ? (
              <Loading label={texts.searching}>
                <AwaitedRows rows={2} />
              </Loading>
            ) : (
              <Found key={search.answered} search={search} />
            )}
          </div>
        </Card>
      )}
    </div>
  );
}

function Found({ search }: Pick<Props, 'search'>) {
  const { answered, files, failed, hasMore, isLoadingMore, showMore, tryAgain } = search;
  const [takesFocus, setTakesFocus] = useState<number>();
  const select = useRangeSelect(files);
  const showNext = () => {
    // The button disappears with the last files, so the focus moves to the first new file.
    setTakesFocus(files.length);
    void showMore();
  };
  return (
    <>
      {files.length > 0 && <SelectShown files={files} group={texts.title} />}
      <ul className={row.list}>
        {files.map((file, at) => (
          <FileRow
            key={file.id}
            file={file}
            grouping="file_type"
            onSelect={select}
            hit={file}
            isNamed={isNamed(file, answered)}
            rowRef={at === takesFocus ? focusIfLost : undefined}
          />
        ))}
      </ul>
      {failed ? (
        <MoreFailed onTryAgain={tryAgain}>{texts.failed}</MoreFailed>
      ) : (
        hasMore && (
          <MoreButton disabled={isLoadingMore} onClick={showNext}>
            {isLoadingMore ? texts.searching : files.length > 0 ? texts.more : texts.searchOn}
          </MoreButton>
        )
      )}
    </>
  );
}
