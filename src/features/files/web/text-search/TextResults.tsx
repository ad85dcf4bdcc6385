import { NativeSelect, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { textOrders } from '#features/files/core/files.contract.ts';
import type { TextOrder } from '#features/files/core/files.contract.ts';
import { maxWaitingCounted } from '#features/files/core/files.rules.ts';
import { inTextTexts as texts } from '#features/files/core/files.texts.ts';
import { isNamed } from '#features/files/list/files-view.rules.ts';
import { texts as webTexts } from '#web/texts.ts';
import { Loading } from '#web/widgets/Loading.tsx';
import { MoreButton } from '#web/widgets/MoreButton.tsx';
import { FileRow } from '../list/FileRow.tsx';
import { focusIfLost } from '../list/focus-if-lost.ts';
import { SelectShown } from '../selection/SelectShown.tsx';
import { useRangeSelect } from '../selection/use-range-select.ts';
import type { TextSearch } from './use-text-search.ts';
import group from '../list/FileGroup.module.css';
import list from '../list/GroupFiles.module.css';
import styles from './TextResults.module.css';

type Props = {
  search: TextSearch;
  /** Whether files match by their name. Otherwise the page says already that nothing was found. */
  hasNamed: boolean;
  order: TextOrder;
  onOrder: (order: TextOrder) => void;
};

/** The results of the text search, below the files whose name matches. */
export function TextResults({ search, hasNamed, order, onOrder }: Props) {
  const { isSearching, isFound, files, failed, waiting, isStale, hasMore, total } = search;
  if (!isSearching) return null;
  const remark = waiting > 0 && <span className={styles.waiting}>{texts.waiting(waiting, maxWaitingCounted)}</span>;
  const announcement =
    isFound && !isStale && !failed ? texts.found(total ?? { files: files.length, more: hasMore }) : '';
  return (
    <div className={styles.results} aria-busy={isStale}>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {isFound === false && !failed ? (
        (hasNamed || waiting > 0) && (
          <p className={styles.nothing}>
            {waiting > 0 ? texts.noneYet : texts.none} {remark}
          </p>
        )
      ) : (
        <section className={group.group} data-in-text="">
          <div className={group.head} data-group-head="">
            <h2 className={`${group.heading} ${styles.heading}`}>
              <IconFileText size={18} stroke={1.75} aria-hidden="true" />
              {texts.title}
            </h2>
            {total && <span className={styles.total}>{texts.total(total)}</span>}
            {remark}
            <span className={styles.hint}>{texts.hint}</span>
            <NativeSelect
              className={styles.order ?? ''}
              aria-label={texts.order}
              size="xs"
              data={textOrders.map((value) => ({ value, label: texts.orders[value] }))}
              value={order}
              onChange={({ currentTarget: { value } }) => onOrder(value === 'relevance' ? value : 'newest')}
            />
          </div>
          <div className={group.body}>
            {isFound === undefined ? <Searching /> : <Found key={search.answered} search={search} />}
          </div>
        </section>
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
      <ul className={list.list}>
        {files.map((file, row) => (
          <FileRow
            key={file.id}
            file={file}
            grouping="file_type"
            onSelect={select}
            hit={file}
            isNamed={isNamed(file, answered)}
            rowRef={row === takesFocus ? focusIfLost : undefined}
          />
        ))}
      </ul>
      {failed ? (
        <p className={list.failed} role="alert">
          {texts.failed}
          <MoreButton inline onClick={tryAgain}>
            {webTexts.tryAgain}
          </MoreButton>
        </p>
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

function Searching() {
  return (
    <Loading label={texts.searching}>
      {[74, 58].map((width) => (
        <div key={width} className={list.awaited}>
          <Skeleton height={34} width={34} />
          <Skeleton height={14} width={`${width}%`} />
        </div>
      ))}
    </Loading>
  );
}
