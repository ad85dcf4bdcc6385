import { Button, Text } from '@mantine/core';
import type { Conflict, Module, Role } from '#features/permissions/permissions.contract.ts';
import { cellKey } from '#features/permissions/permissions.rules.ts';
import type { Matrix } from '#features/permissions/permissions.rules.ts';
import { ownTexts } from '#features/permissions/permissions.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { useShownWhileClosing } from '#web/use-shown-while-closing.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { ChangeList } from './ChangeList.tsx';
import styles from './ConflictDialog.module.css';

type Props = {
  conflict: Conflict | undefined;
  names: { modules: Module[]; roles: Role[] };
  mine: Matrix;
  onClose: () => void;
  /** Continues with the newest matrix, and with the own changes on top if `combine` is set. */
  onSettle: (theirs: Conflict, combine: boolean) => void;
  onSaveOver: (version: number) => void;
};

/** Shows the changes of a conflicting save and lets the user choose how to continue. */
export function ConflictDialog(props: Props) {
  const { conflict, onClose } = props;
  const shown = useShownWhileClosing(conflict);
  return (
    <Dialog
      opened={conflict !== undefined}
      onClose={onClose}
      title={ownTexts.conflictTitle}
      closeButtonProps={{ 'aria-label': ownTexts.close }}
      size="md"
      centered
    >
      {shown && <Choices {...props} conflict={shown} />}
    </Dialog>
  );
}

function Choices({ conflict, names, mine, onSettle, onSaveOver }: Props & { conflict: Conflict }) {
  const { saved_by, saved_at, changed, version } = conflict;
  // A setting is only on or off, so two users who changed the same one chose the same value.
  const own = new Set(mine.map(cellKey));
  const alike = (change: Matrix[number]) => (own.has(cellKey(change)) ? ownTexts.alike : undefined);

  return (
    <>
      <Text>
        {saved_by !== null && saved_at !== null
          ? ownTexts.conflictWho(saved_by, formatDateTime(saved_at))
          : ownTexts.conflictUnknown}
      </Text>
      <div className={styles.changed}>
        <h3 className={styles.heading}>{ownTexts.conflictChanged}</h3>
        {changed.length === 0 ? (
          <p className={styles.same}>{ownTexts.conflictSame}</p>
        ) : (
          <ChangeList changes={changed} names={names} remark={alike} />
        )}
      </div>
      <div className={styles.choices}>
        <div className={styles.choice}>
          <Button data-autofocus onClick={() => onSettle(conflict, true)}>
            {ownTexts.combine}
          </Button>
          <p>{ownTexts.combineHint}</p>
        </div>
        <div className={styles.choice}>
          <Button variant="default" onClick={() => onSettle(conflict, false)}>
            {ownTexts.takeTheirs}
          </Button>
          <p>{ownTexts.takeTheirsHint(mine.length)}</p>
        </div>
        <div className={styles.choice}>
          <Button variant="default" onClick={() => onSaveOver(version)}>
            {ownTexts.saveOver}
          </Button>
          <p>{ownTexts.saveOverHint}</p>
        </div>
      </div>
    </>
  );
}
