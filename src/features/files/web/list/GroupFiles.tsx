import { Text } from '@mantine/core';
import { useState } from 'react';
import type { FilesGroup } from '#features/files/core/files.contract.ts';
import { filesPerClick } from '#features/files/core/files.rules.ts';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import { moreToShow } from '#features/files/list/files-view.rules.ts';
import type { PageView } from '#features/files/list/files-view.rules.ts';
import { MoreButton } from '#web/widgets/MoreButton.tsx';
import { MoreFailed } from '#web/widgets/MoreRows.tsx';
import { SelectShown } from '../selection/SelectShown.tsx';
import { useRangeSelect } from '../selection/use-range-select.ts';
import { AwaitedRows } from './AwaitedRows.tsx';
import { FileRow } from './FileRow.tsx';
import { focusIfLost } from './focus-row.ts';
import { useGroupFiles } from './use-group-files.ts';
import styles from './FileRow.module.css';

type Props = { group: FilesGroup; name: string; view: PageView };

/** The files of a group: five at first, five more with each click. See docs/specification.md#files-page. */
export function GroupFiles({ group, name, view }: Props) {
  const [takesFocus, setTakesFocus] = useState<number>();
  const { files, all, shown, showMore, awaited, inViewRef, moreInViewRef, failed, tryAgain } = useGroupFiles(
    group,
    view,
  );
  // Until the last files are loaded, the button stays and keeps the focus.
  const awaitsLast = takesFocus !== undefined && awaited > 0;
  const more = moreToShow(all, awaitsLast ? files.length : shown);
  const select = useRangeSelect(files);

  const showNext = () => {
    if (awaitsLast) return;
    // The button disappears with the last files, so the focus moves to the first new file.
    if (all - shown <= filesPerClick) setTakesFocus(shown);
    void showMore();
  };

  if (all === 0)
    return (
      <Text fz="sm" c="dimmed" px="md" py="sm">
        {view.grouping === 'team' ? texts.emptyTeam : texts.emptyType}
      </Text>
    );
  return (
    <>
      {files.length > 0 && <SelectShown files={files} group={name} />}
      <ul className={styles.list}>
        {files.map((file, row) => (
          <FileRow
            key={file.id}
            file={file}
            grouping={view.grouping}
            onSelect={select}
            rowRef={row === takesFocus ? focusIfLost : undefined}
          />
        ))}
      </ul>
      {failed ? (
        <MoreFailed onTryAgain={tryAgain}>{ownTexts.groupFailed}</MoreFailed>
      ) : (
        awaited > 0 && (
          <div ref={inViewRef} aria-hidden="true">
            <AwaitedRows rows={awaited} />
          </div>
        )
      )}
      {more && !failed && (
        <MoreButton ref={moreInViewRef} onClick={showNext}>
          {texts.showMore(more.more, more.remaining)}
        </MoreButton>
      )}
    </>
  );
}
