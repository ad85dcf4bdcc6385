import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { RefObject } from 'react';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { ownTexts, texts } from '#features/file-types/file-types.texts.ts';
import { fold } from '#shared/fold.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { Loading } from '#web/widgets/Loading.tsx';
import { SearchBox } from '#web/widgets/SearchBox.tsx';
import { FileTypeRow } from './FileTypeRow.tsx';
import styles from './FileTypeTable.module.css';

type Props = {
  fileTypes: UseQueryResult<FileType[]>;
  editedId: number | undefined;
  headingRef: RefObject<HTMLHeadingElement | null>;
  onEdit: (fileType: FileType) => void;
  onDelete: (fileType: FileType) => void;
};

/** From this many file types on, the table can be filtered. Our choice: more do not fit a screen. */
const filteredFrom = 12;

/** 'Existing File Types (count)'. Source: spec section 2, File Type Management. */
export function FileTypeTable({ fileTypes, editedId, headingRef, onEdit, onDelete }: Props) {
  const headingId = useId();
  const [filter, setFilter] = useState('');
  const wanted = fold(filter.trim());
  const all = fileTypes.data;
  const shown = all?.filter((type) => fold(`${type.name} ${type.description ?? ''}`).includes(wanted));

  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 className={styles.heading} id={headingId} ref={headingRef} tabIndex={-1}>
          {texts.existing(all?.length ?? 0)}
        </h2>
        {all && all.length >= filteredFrom && (
          <SearchBox label={ownTexts.filter} value={filter} onSearch={setFilter} className={styles.filter ?? ''} />
        )}
      </div>
      <VisuallyHidden role="status">{wanted && shown ? ownTexts.found(shown.length) : ''}</VisuallyHidden>
      {shown ? (
        shown.length === 0 ? (
          <EmptyState icon={IconTags} title={all?.length === 0 ? texts.none : ownTexts.noMatch} />
        ) : (
          <table className={styles.table} aria-labelledby={headingId}>
            <thead>
              <tr>
                <th scope="col">{texts.name}</th>
                <th scope="col">{texts.description}</th>
                <th scope="col">{texts.actions}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((type) => (
                <FileTypeRow
                  key={type.id}
                  fileType={type}
                  edited={type.id === editedId}
                  onEdit={onEdit}
                  onDelete={onDelete}
                />
              ))}
            </tbody>
          </table>
        )
      ) : fileTypes.isPending ? (
        <TypesLoading />
      ) : (
        <LoadFailed query={fileTypes} title={ownTexts.failedTitle} />
      )}
    </section>
  );
}

function TypesLoading() {
  return (
    <Loading label={ownTexts.loading}>
      {[52, 38, 60, 44].map((width) => (
        <div key={width} className={styles.pending}>
          <Skeleton height={14} width={`${width / 2}%`} />
          <Skeleton height={14} width={`${width}%`} />
        </div>
      ))}
    </Loading>
  );
}
