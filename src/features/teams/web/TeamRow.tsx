import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import type { Team } from '#features/teams/teams.contract.ts';
import { texts } from '#features/teams/teams.texts.ts';
import { Initial } from '#web/widgets/Initial.tsx';
import { rowAction } from '#web/widgets/row-action.ts';
import styles from './TeamList.module.css';

type Props = { team: Team; edited: boolean; onEdit: (team: Team) => void; onDelete: (team: Team) => void };

/** The buttons are named alike in every row; `nameId` tells a screen reader which team is meant. */
export function TeamRow({ team, edited, onEdit, onDelete }: Props) {
  const nameId = useId();
  const named = (name: string) => rowAction(name, nameId);

  return (
    <li className={styles.row} data-edited={edited}>
      <Initial name={team.name} />
      <div className={styles.text}>
        <bdi className={styles.name} id={nameId}>
          {team.name}
        </bdi>
        {team.description && <p className={styles.description}>{team.description}</p>}
      </div>
      <div className={styles.actions}>
        <button type="button" {...named(texts.edit)} onClick={() => onEdit(team)}>
          <IconPencil size={18} stroke={1.7} aria-hidden="true" />
        </button>
        <button type="button" {...named(texts.delete)} data-danger="true" onClick={() => onDelete(team)}>
          <IconTrash size={18} stroke={1.7} aria-hidden="true" />
        </button>
      </div>
    </li>
  );
}
