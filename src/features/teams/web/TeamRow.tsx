import { useId } from 'react';
import type { Team } from '#features/teams/teams.contract.ts';
import { texts } from '#features/teams/teams.texts.ts';
import { Initial } from '#web/widgets/Initial.tsx';
import { NamedItemActions } from '#web/widgets/NamedItemActions.tsx';
import styles from './TeamList.module.css';

type Props = { team: Team; edited: boolean; onEdit: (team: Team) => void; onDelete: (team: Team) => void };

export function TeamRow({ team, edited, onEdit, onDelete }: Props) {
  const nameId = useId();

  return (
    <li className={styles.row} data-edited={edited}>
      <Initial name={team.name} />
      <div className={styles.text}>
        <bdi className={styles.name} id={nameId}>
          {team.name}
        </bdi>
        {team.description && <p className={styles.description}>{team.description}</p>}
      </div>
      <NamedItemActions
        edit={texts.edit}
        nameId={nameId}
        className={styles.actions}
        onEdit={() => onEdit(team)}
        onDelete={() => onDelete(team)}
      />
    </li>
  );
}
