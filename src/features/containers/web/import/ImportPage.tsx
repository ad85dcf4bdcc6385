import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { containerImportContract } from '#features/containers/import/container-import.contract.ts';
import type { ImportDraft, ReadFile } from '#features/containers/import/container-import.contract.ts';
import { importScreenTexts as texts } from '#features/containers/import/import-page.texts.ts';
import type { Charset } from '#features/extraction/charset.rules.ts';
import { useIsManaging } from '#features/session/web/session.data.ts';
import { formatDateTime } from '#shared/format.ts';
import { containersKey } from '#web/query-keys.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { RecentImports } from '#web/widgets/RecentImports.tsx';
import { SpreadsheetSource } from '#web/widgets/SpreadsheetSource.tsx';
import { containersOfImport, importsKey, importsQuery, leftOutLink, unfinishedQuery } from './container-import.data.ts';
import type { ImportResult } from './ImportChanges.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportDone } from './ImportDone.tsx';

/** `/container-status/import`: a spreadsheet, its columns, its changes. */
export function ImportPage() {
  const isManaging = useIsManaging();
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle} back={{ to: '/container-status', label: texts.back }} />
      {isManaging ? (
        <>
          <ImportSteps />
          <UndoImports />
        </>
      ) : (
        <Alert variant="light">{texts.managersOnly}</Alert>
      )}
    </>
  );
}

/** `source` is the sent file. It is undefined for a file of an earlier visit. */
type Chosen = { file: ReadFile; draft: ImportDraft | null; source?: globalThis.File };

/** Begins with the file that the user did not finish, if there is one. */
function ImportSteps() {
  const unfinished = useQuery(unfinishedQuery);
  // Undefined: the unfinished file. Null: none.
  const [read, setRead] = useState<Chosen | null>();
  const [done, setDone] = useState<{ id: number; result: ImportResult }>();
  const [turn, setTurn] = useState(0);
  const kept = unfinished.data?.unfinished;
  const chosen = read === undefined ? kept : read;
  const reading = useAction(containerImportContract.read, { failed: texts.readFailed, preferServerMessage: true });
  const send = async (source: globalThis.File, charset?: Charset) => {
    const file = await reading.run({ charset }, { files: [source] });
    if (file) setRead({ file, draft: null, source });
  };
  const startAgain = () => {
    setRead(null);
    setTurn(turn + 1);
  };
  const discard = useAction(containerImportContract.discard, { failed: texts.discardFailed, onSuccess: startAgain });
  if (done) return <ImportDone {...done} onAgain={() => setDone(undefined)} />;
  if (unfinished.isPending) return <LoadingRows rows={3} height={60} />;
  return (
    <>
      {read === undefined && kept && (
        <Alert variant="light" role="status">
          <Group justify="space-between" gap="sm">
            {texts.unfinished(formatDateTime(kept.read_at))}
            <Button
              variant="default"
              size="compact-md"
              loading={discard.busy}
              onClick={() => void discard.run({ id: kept.file.id })}
            >
              {texts.startAgain}
            </Button>
          </Group>
        </Alert>
      )}
      {/* Empty again after each import, and folded again for each file. */}
      <SpreadsheetSource
        texts={texts}
        template={containerImportContract.template.path}
        pastedName={texts.pasted}
        key={chosen?.file.id ?? `turn ${turn}`}
        chosen={chosen?.file.name}
        busy={reading.busy}
        onFile={(file) => void send(file)}
      />
      {chosen && (
        <ImportColumns
          key={`columns of ${chosen.file.id}`}
          file={chosen.file}
          kept={chosen.draft}
          onCharset={read?.source && ((charset) => void send(read.source as globalThis.File, charset))}
          onDone={(result) => {
            setDone({ id: chosen.file.id, result });
            startAgain();
          }}
        />
      )}
    </>
  );
}

function UndoImports() {
  const { data = [] } = useQuery(importsQuery);
  const undo = useAction(containerImportContract.undo, {
    failed: texts.undoFailed,
    preferServerMessage: true,
    onSuccess: ({ removed, restored, kept }) => toast.success(texts.undone(removed, restored, kept)),
    refresh: [importsKey, containersKey],
  });
  return (
    <RecentImports
      texts={texts}
      imports={data}
      linksOf={({ id, has_left_out }) => [
        { label: texts.viewContainers, to: containersOfImport(id) },
        ...(has_left_out ? [{ label: texts.skippedXlsx, href: leftOutLink(id) }] : []),
      ]}
      busy={undo.busy}
      onUndo={(id) => void undo.run({ id })}
    />
  );
}
