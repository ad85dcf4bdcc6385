import { Alert, Box, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { ownTexts, refusals, texts as fileTexts } from '#features/files/core/files.texts.ts';
import { teamsToMoveTo } from '#features/files/list/selection.rules.ts';
import { containerUploadTexts as texts } from '#features/files/upload/container-upload.texts.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { pickFiles } from '#web/pick-files.ts';
import { containersKey } from '#web/query-keys.ts';
import { readDropped } from '#web/read-dropped.ts';
import type { Dropped } from '#web/read-dropped.ts';
import { toast } from '#web/toast.tsx';
import { useFileDrop } from '#web/use-file-drop.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { LeaveGuard } from '#web/widgets/LeaveGuard.tsx';
import { FileRow } from '../chosen/FileRow.tsx';
import { FileTypeSelect } from '../chosen/FileTypeSelect.tsx';
import { UploadProgressPanel } from '../sending/UploadProgressPanel.tsx';
import { DuplicatesNotice } from './DuplicatesNotice.tsx';
import { useFileUpload } from './use-file-upload.ts';
import type { StoredDocument } from './use-file-upload.ts';
import styles from './ContainerUpload.module.css';

type Props = {
  containerId: number;
  /** Undefined until it is loaded. */
  container: { name: string; container_no: string; team_id?: number | null | undefined } | undefined;
  /** The first files. */
  dropped: Promise<Dropped>;
  opened: boolean;
  onClose: (stored: readonly StoredDocument[]) => void;
  /** Gets the function that closes the dialog unless an upload is active. */
  closeRef: RefObject<(() => void) | undefined>;
};

/**
 * Lists dropped files with their types and their team, and uploads them to a container. See
 * docs/choices.md#uploads-to-a-container.
 */
export function ContainerUpload({ containerId, container, dropped, opened, onClose, closeRef }: Props) {
  const user = useCurrentUser();
  const { data: teams = [] } = useQuery(teamsQuery);
  const choices = teamsToMoveTo(user, teams);
  const [chosenTeam, setTeam] = useState<number>();
  const ofContainer = choices.find(({ id }) => id === container?.team_id);
  // A team that the user sees no longer is not shown as chosen either.
  const team = choices.find(({ id }) => id === chosenTeam)?.id ?? ofContainer?.id ?? user.team_id ?? undefined;
  const client = useQueryClient();
  const [stored, setStored] = useState<readonly StoredDocument[]>([]);
  const uploading = useFileUpload({
    target: { container_id: containerId, team_id: team },
    onStored: (files) => setStored((known) => [...known, ...files]),
    onEnd: () => void client.invalidateQueries({ queryKey: containersKey }),
  });
  const { selection, fileTypes, upload, busy, outcome } = uploading;
  const { types, typeOf, untyped, choose } = fileTypes;
  const [tried, setTried] = useState(false);
  const list = useRef<HTMLUListElement>(null);

  const add = async (dropped: Promise<Dropped>) => {
    const { files, unreadable } = await dropped;
    selection.add(files);
    if (unreadable.length > 0) toast.error(ownTexts.unreadable(unreadable));
    else if (files.length === 0) toast.error(ownTexts.nothingDropped);
  };
  const addFirst = useEffectEvent(() => void add(dropped));
  // Once, also in strict mode, which runs the effect twice.
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!hasBegun.current) addFirst();
    hasBegun.current = true;
  }, []);
  useFileDrop((transfer) => {
    if (!opened) return;
    if (busy) toast.error(ownTexts.waitForUpload);
    else void add(readDropped(transfer));
  });
  const close = () => {
    if (!busy) onClose(stored);
  };
  // Escape closes only this dialog, also above a drawer.
  useImperativeHandle(closeRef, () => close);

  const submit = async () => {
    setTried(true);
    if (untyped.length > 0) {
      list.current?.querySelector<HTMLElement>('[data-untyped]')?.focus();
      return;
    }
    const count = selection.files.length;
    if ((await uploading.start()) === 'stored') toast.success(texts.done(count));
  };
  // The dialog closes after its last file, unless it has a message.
  const isFinished = stored.length > 0 && selection.files.length === 0 && !busy && uploading.duplicates.length === 0;
  const finish = useEffectEvent(() => onClose(stored));
  useEffect(() => {
    if (isFinished) finish();
  }, [isFinished]);

  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={texts.title}
      size={620}
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': texts.close, disabled: busy }}
    >
      <Stack gap="md">
        <Target container={container} team={team} teams={choices} disabled={busy} onChoose={setTeam} />
        {user.team_id === null && <Alert color="red" title={refusals.noTeam} />}
        {outcome?.ended === 'failed' && (
          <Alert color="red" role="alert" title={fileTexts.uploadFailed}>
            {outcome.reason}
          </Alert>
        )}
        <DuplicatesNotice duplicates={uploading.duplicates} onClose={close} />
        {selection.files.length > 1 && untyped.length > 0 && !busy && (
          <FileTypeSelect
            label={texts.allTypes}
            types={types}
            type={undefined}
            onChoose={(type) => choose(untyped, type)}
          />
        )}
        <Box component="ul" m={0} p={0} className={styles.list ?? ''} aria-label={texts.files} ref={list}>
          {selection.files.map((file) => (
            <FileRow
              key={file.key}
              selected={file}
              types={types}
              type={typeOf(file)}
              why={fileTypes.whyOf(file)}
              isMissing={tried && typeOf(file) === undefined}
              busy={busy}
              sent={upload.progress?.sentByKey.get(file.key)}
              transfer={upload.transfers.get(file.key)}
              on={uploading.handlers}
              onChoose={choose}
            />
          ))}
        </Box>
        {upload.progress && <UploadProgressPanel progress={upload.progress} onCancel={upload.cancel} />}
        <Group justify="space-between" gap="sm">
          <IconButton
            icon={IconPlus}
            variant="default"
            disabled={busy}
            onClick={() => void pickFiles().then((files) => selection.add(files))}
          >
            {texts.add}
          </IconButton>
          <IconButton
            icon={IconUpload}
            disabled={busy || selection.files.length === 0 || user.team_id === null}
            loading={busy}
            onClick={() => void submit()}
            data-autofocus
          >
            {texts.upload(selection.files.length)}
          </IconButton>
        </Group>
      </Stack>
      <LeaveGuard active={busy} title={ownTexts.leaveTitle} question={ownTexts.leaveQuestion} leave={ownTexts.leave} />
    </Dialog>
  );
}

type TargetProps = {
  container: Props['container'];
  team: number | undefined;
  /** Those to which the user may upload. */
  teams: readonly { id: number; name: string }[];
  disabled: boolean;
  onChoose: (team: number) => void;
};

/** The container that gets the files, and the team that sees them. */
function Target({ container, team, teams, disabled, onChoose }: TargetProps) {
  return (
    <Group justify="space-between" align="end" gap="xs">
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text c="dimmed" fz="sm">
          {texts.to}
        </Text>
        <Text component="bdi" fw={550}>
          {container?.name}
        </Text>{' '}
        <Text span c="dimmed">
          {container?.container_no}
        </Text>
      </Box>
      {teams.length > 1 && (
        <NativeSelect
          label={texts.team}
          value={String(team)}
          disabled={disabled}
          onChange={(event) => onChoose(Number(event.currentTarget.value))}
          data={teams.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
    </Group>
  );
}
