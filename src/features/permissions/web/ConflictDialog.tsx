import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Conflict, Module, Role } from '#features/permissions/permissions.contract.ts';
import { cellKey } from '#features/permissions/permissions.rules.ts';
import type { Matrix } from '#features/permissions/permissions.rules.ts';
import { ownTexts } from '#features/permissions/permissions.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { ChangeList } from './ChangeList.tsx';
import styles from './ConflictDialog.module.css';

type Props = {
  conflict: Conflict | undefined;
  panel: { modules: Module[]; roles: Role[] };
  mine: Matrix;
  onClose: () => void;
  /** Goes on with what the other saved; with one's own changes on top when combining. */
  onSettle: (theirs: Conflict, combine: boolean) => void;
  onSaveOver: (version: number) => void;
};

/** Somebody else was faster: shows what they changed, and asks what is to become of both. */
export function ConflictDialog(props: Props) {
  const { conflict, onClose } = props;
  // Kept while the dialog fades out, so that its text does not vanish before it.
  const [shown, setShown] = useState(conflict);
  if (conflict && conflict !== shown) setShown(conflict);
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

function Choices({ conflict, panel, mine, onSettle, onSaveOver }: Props & { conflict: Conflict }) {
  const { saved_by, saved_at, changed, version } = conflict;
  // A setting is on or off, so whoever changed the same one made the same of it.
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
          <ChangeList changes={changed} names={panel} note={alike} />
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
