import { Button, Loader } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { nameLabel } from '#features/files/files-view.rules.ts';
import { previewTexts as texts } from '#features/files/preview.texts.ts';
import type { FileDetails } from '#features/files/versions.contract.ts';
import { formatSize } from '#shared/format.ts';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import { downloadLink } from './files.data.ts';
import styles from './PreviewNotice.module.css';

type Props = {
  file?: FileDetails;
  title: string;
  hint?: string | undefined;
  /** In the place of the file's icon. */
  picture?: ReactNode;
  children?: ReactNode;
};

/** Says why a file is not shown and what can be done instead. */
export function PreviewNotice({ file, title, hint, picture, children }: Props) {
  return (
    <div className={styles.notice} role="status">
      {file && (
        <>
          {picture ?? (
            <span className={styles.icon}>
              <FileIcon name={nameLabel(file)} />
            </span>
          )}
          <p className={styles.file}>
            <span className={styles.name}>
              <bdi>{nameLabel(file)}</bdi>
            </span>
            <span className={styles.size}>{formatSize(file.size)}</span>
          </p>
        </>
      )}
      <p className={styles.title}>{title}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {file && (
        <Button
          component="a"
          href={downloadLink(file)}
          download
          className={styles.action ?? ''}
          leftSection={<IconDownload size={18} stroke={1.7} aria-hidden="true" />}
        >
          {texts.download}
        </Button>
      )}
      {children}
    </div>
  );
}

export function TryAgain({ query }: { query: { refetch: () => Promise<unknown>; isFetching: boolean } }) {
  return (
    <Button className={styles.action ?? ''} loading={query.isFetching} onClick={() => void query.refetch()}>
      {texts.tryAgain}
    </Button>
  );
}

export function PreviewLoading({ title = texts.loading, hint }: { title?: string; hint?: string }) {
  return (
    <div className={styles.notice} role="status">
      <Loader color="gray.4" aria-hidden="true" />
      <p className={styles.waiting}>{title}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}
