import { Button, Loader, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { FileDetails } from '#features/files/core/versions.contract.ts';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import { formatSize } from '#shared/format.ts';
import { CallFailure } from '#web/call-failure.ts';
import { checkDownload } from '#web/check-download.ts';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import { downloadLink } from '../files.data.ts';
import { previewedQuery } from './preview.data.ts';
import styles from './PreviewNotice.module.css';

type Props = {
  file?: FileDetails;
  title: string;
  hint?: string | undefined;
  /** Replaces the file's icon. */
  picture?: ReactNode;
  children?: ReactNode;
};

/** Shows the reason for a missing preview, and the alternatives. */
export function PreviewNotice({ file, title, hint, picture, children }: Props) {
  return (
    <Stack className={styles.notice ?? ''} role="status" align="center" justify="center" gap="lg" p="lg" ta="center">
      {file && (
        <Stack align="center" gap="xxs" maw={560}>
          {picture ?? (
            <span className={styles.icon}>
              <FileIcon name={nameLabel(file)} />
            </span>
          )}
          <Text component="bdi" className={styles.name ?? ''} fw={550} lineClamp={3}>
            {nameLabel(file)}
          </Text>
          <Text fz="sm" className={styles.soft ?? ''}>
            {formatSize(file.size)}
          </Text>
        </Stack>
      )}
      <div>
        <Text fw={650} fz="lg">
          {title}
        </Text>
        {hint && <Hint>{hint}</Hint>}
      </div>
      {file && (
        <Button
          component="a"
          href={downloadLink(file)}
          download
          onClick={checkDownload}
          leftSection={<IconDownload size={18} stroke={1.7} aria-hidden="true" />}
        >
          {texts.download}
        </Button>
      )}
      {children}
    </Stack>
  );
}

function Hint({ children }: { children: string }) {
  return (
    <Text fz="sm" maw="52ch" className={styles.soft ?? ''}>
      {children}
    </Text>
  );
}

type Asked<Answer> = Pick<UseQueryResult<Answer>, 'data' | 'isError' | 'error' | 'isFetching' | 'refetch'>;

const isGone = (error: unknown) => error instanceof CallFailure && error.status === 404;

/**
 * Asks for the details of a file again if its content could not be shown, because it may have been deleted. The stage then says
 * so.
 */
export function useCheckExists(id: number, hasFailed: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (hasFailed) void client.invalidateQueries({ queryKey: previewedQuery(id).queryKey });
  }, [client, id, hasFailed]);
}

/**
 * Renders the result of a query. Before that a loading notice, or the reason of a failure: the file is gone, or may be loaded by
 * another attempt.
 */
export function Awaited<Answer>({
  query,
  children,
}: {
  query: Asked<Answer>;
  children: (answer: Answer) => ReactNode;
}) {
  if (isGone(query.error)) return <PreviewNotice title={texts.gone} hint={texts.goneHint} />;
  if (query.isError)
    return (
      <PreviewNotice title={texts.notLoaded} hint={texts.notLoadedHint}>
        <Button loading={query.isFetching} onClick={() => void query.refetch()}>
          {texts.tryAgain}
        </Button>
      </PreviewNotice>
    );
  return query.data === undefined ? <PreviewLoading /> : children(query.data);
}

export function PreviewLoading({ title = texts.loading, hint }: { title?: string; hint?: string }) {
  return (
    <Stack className={styles.notice ?? ''} role="status" align="center" justify="center" p="lg" ta="center">
      <Loader color="gray.4" aria-hidden="true" />
      <div>
        <Text fw={550}>{title}</Text>
        {hint && <Hint>{hint}</Hint>}
      </div>
    </Stack>
  );
}
