import { Button, NativeSelect } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import type { Module, Role } from '#features/permissions/permissions.contract.ts';
import {
  asConflict,
  countActive,
  searchModules,
  toggle,
  withChanges,
} from '#features/permissions/permissions.rules.ts';
import { ownTexts, texts } from '#features/permissions/permissions.texts.ts';
import { useAction } from '#web/use-action.ts';
import { LeaveGuard } from '#web/widgets/LeaveGuard.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { SearchBox } from '#web/widgets/SearchBox.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { HistoryDrawer } from './HistoryDrawer.tsx';
import { PermissionMatrix } from './PermissionMatrix.tsx';
import { keepMatrix } from './permissions.data.ts';
import { PermissionStats } from './PermissionStats.tsx';
import { SaveBar } from './SaveBar.tsx';
import { useDraft } from './use-draft.ts';
import type { Saved } from './use-draft.ts';
import styles from './PermissionsPage.module.css';

export type Panel = Saved & { modules: Module[]; roles: Role[] };

const allRoles = '';
const conflictStatus = 409;

/** The matrix, what narrows it, and everything that can become of it. */
export function PermissionsEditor({ panel }: { panel: Panel }) {
  const { modules, roles } = panel;
  const client = useQueryClient();
  const draft = useDraft(panel);
  const [search, setSearch] = useState('');
  const [roleId, setRoleId] = useState<number>();
  const [historyOpen, setHistoryOpen] = useState(false);
  const save = useAction(permissionsContract.save, { done: texts.saved, failed: texts.saveFailed });
  const conflict = save.failure?.status === conflictStatus ? asConflict(save.failure.details) : undefined;

  const shownModules = searchModules(modules, search);
  const shownRoles = roles.filter((role) => roleId === undefined || role.role_id === roleId);

  /** Sends all settings at once. Source: spec section 4, Permission cell. */
  const submit = async (version: number) => {
    if (save.busy) return;
    const { permissions } = draft;
    const answer = await save.run({ permissions, version });
    if (!answer) return;
    await keepMatrix(client, answer);
    draft.discard();
  };
  const settle = async (theirs: Saved, combine: boolean) => {
    const { changes } = draft;
    await keepMatrix(client, theirs);
    if (combine) draft.rebase(theirs, withChanges(theirs.permissions, changes));
    else draft.discard();
    save.reset();
  };

  return (
    <div className={styles.page}>
      <PageHeader
        title={texts.title}
        subtitle={ownTexts.subtitle}
        actions={
          <Button
            variant="default"
            leftSection={<IconHistory size={17} stroke={1.75} aria-hidden="true" />}
            onClick={() => setHistoryOpen(true)}
          >
            {ownTexts.history}
          </Button>
        }
      />
      <PermissionStats roles={roles.length} modules={modules.length} active={countActive(draft.permissions)} />
      <div className={styles.toolbar}>
        <SearchBox label={ownTexts.search} value={search} onSearch={setSearch} className={styles.search ?? ''} />
        <NativeSelect
          aria-label={ownTexts.role}
          data={[
            { value: allRoles, label: texts.allRoles },
            ...roles.map((role) => ({ value: String(role.role_id), label: role.role_name })),
          ]}
          value={roleId ?? allRoles}
          onChange={(event) => setRoleId(Number(event.currentTarget.value) || undefined)}
        />
      </div>
      <PermissionMatrix
        allModules={modules}
        modules={shownModules}
        roles={shownRoles}
        draft={draft}
        disabled={save.busy}
        onToggle={(cell) => draft.change(toggle(draft.permissions, cell))}
      />
      <SaveBar
        unsaved={draft.changes.length}
        busy={save.busy}
        onDiscard={draft.discard}
        onSave={() => void submit(draft.version)}
      />
      <ConflictDialog
        conflict={conflict}
        panel={panel}
        mine={draft.changes}
        onClose={save.reset}
        onSettle={(theirs, combine) => void settle(theirs, combine)}
        onSaveOver={(version) => void submit(version)}
      />
      <HistoryDrawer
        open={historyOpen}
        panel={panel}
        dirty={draft.changes.length > 0}
        onClose={() => setHistoryOpen(false)}
      />
      <LeaveGuard
        active={draft.changes.length > 0}
        title={ownTexts.leaveTitle}
        question={ownTexts.leaveQuestion(draft.changes.length)}
        leave={ownTexts.leave}
      />
    </div>
  );
}
