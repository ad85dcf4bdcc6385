import { NativeSelect } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import type { Module, PermissionMatrixData } from '#features/permissions/permissions.contract.ts';
import {
  asConflict,
  countActive,
  searchModules,
  toggle,
  withChanges,
} from '#features/permissions/permissions.rules.ts';
import type { Matrix } from '#features/permissions/permissions.rules.ts';
import { ownTexts, texts } from '#features/permissions/permissions.texts.ts';
import { roleOption } from '#shared/role-badge.ts';
import { useAction } from '#web/use-action.ts';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { LeaveGuard } from '#web/widgets/LeaveGuard.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { SearchBox } from '#web/widgets/SearchBox.tsx';
import { Toolbar } from '#web/widgets/Toolbar.tsx';
import { ChangeList } from './ChangeList.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { HistoryDrawer } from './HistoryDrawer.tsx';
import { PermissionMatrix } from './PermissionMatrix.tsx';
import { cacheMatrix } from './permissions.data.ts';
import { PermissionStats } from './PermissionStats.tsx';
import { SaveBar } from './SaveBar.tsx';
import { useDraft } from './use-draft.ts';
import type { Saved } from './use-draft.ts';
import styles from './PermissionsPage.module.css';

/** What unsaved changes would change for whom. A feature above this one fills it. */
export type MatrixEffect = ComponentType<{ changes: Matrix; modules: readonly Module[] }>;

const allRoles = '';
const conflictStatus = 409;
const maxShownChanges = 8;

/** The matrix with its filters, the save bar, the history and the conflict dialog. */
export function PermissionsEditor({ matrix, Effect }: { matrix: PermissionMatrixData; Effect: MatrixEffect }) {
  const { modules, roles } = matrix;
  const client = useQueryClient();
  const draft = useDraft(matrix);
  const [search, setSearch] = useState('');
  const [roleId, setRoleId] = useState<number>();
  const [historyOpen, setHistoryOpen] = useState(false);
  const save = useAction(permissionsContract.save, { done: texts.saved, failed: texts.saveFailed });
  const conflict = save.failure?.status === conflictStatus ? asConflict(save.failure.details) : undefined;

  const shownModules = searchModules(modules, search);
  const shownRoles = roles.filter((role) => roleId === undefined || role.role_id === roleId);

  /** Sends all settings in one call. See docs/specification.md#permission-matrix. */
  const submit = async (version: number) => {
    if (save.busy) return;
    const { permissions } = draft;
    const saved = await save.run({ permissions, version });
    if (!saved) return;
    await cacheMatrix(client, saved);
    draft.discard();
  };
  const settle = async (theirs: Saved, combine: boolean) => {
    const { changes } = draft;
    await cacheMatrix(client, theirs);
    if (combine) draft.rebase(theirs, withChanges(theirs.permissions, changes));
    else draft.discard();
    save.reset();
  };

  return (
    <>
      <PageHeader
        title={texts.title}
        subtitle={ownTexts.subtitle}
        actions={
          <IconButton
            icon={IconHistory}
            className={styles.history ?? ''}
            variant="default"
            onClick={() => setHistoryOpen(true)}
          >
            {ownTexts.history}
          </IconButton>
        }
      />
      <PermissionStats roles={roles.length} modules={modules.length} active={countActive(draft.permissions)} />
      <PermissionMatrix
        allModules={modules}
        modules={shownModules}
        roles={shownRoles}
        draft={draft}
        disabled={save.busy}
        filters={
          <Toolbar>
            <SearchBox label={ownTexts.search} value={search} onSearch={setSearch} />
            <NativeSelect
              className={styles.role ?? ''}
              aria-label={ownTexts.role}
              data={[
                { value: allRoles, label: texts.allRoles },
                ...roles.map((role) => ({ value: String(role.role_id), label: roleOption(role) })),
              ]}
              value={roleId ?? allRoles}
              onChange={(event) => setRoleId(Number(event.currentTarget.value) || undefined)}
            />
          </Toolbar>
        }
        onToggle={(cell) => draft.change(toggle(draft.permissions, cell))}
      />
      <SaveBar
        unsaved={draft.changes.length}
        busy={save.busy}
        effect={draft.changes.length > 0 && <Effect changes={draft.changes} modules={modules} />}
        changes={<ChangeList changes={draft.changes} names={matrix} max={maxShownChanges} />}
        onDiscard={draft.discard}
        onSave={() => void submit(draft.version)}
      />
      <ConflictDialog
        conflict={conflict}
        names={matrix}
        mine={draft.changes}
        onClose={save.reset}
        onSettle={(theirs, combine) => void settle(theirs, combine)}
        onSaveOver={(version) => void submit(version)}
      />
      <HistoryDrawer
        open={historyOpen}
        matrix={matrix}
        dirty={draft.changes.length > 0}
        onClose={() => setHistoryOpen(false)}
      />
      <LeaveGuard
        active={draft.changes.length > 0}
        title={ownTexts.leaveTitle}
        question={ownTexts.leaveQuestion(draft.changes.length)}
        leave={ownTexts.leave}
      />
    </>
  );
}
