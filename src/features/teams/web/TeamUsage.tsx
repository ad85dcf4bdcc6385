import { useQuery } from '@tanstack/react-query';
import type { Team } from '#features/teams/teams.contract.ts';
import { affectedByDelete, ownTexts } from '#features/teams/teams.texts.ts';
import { teamUsageQuery } from './teams.data.ts';
import styles from './TeamsPage.module.css';

/** Which team is about to be deleted, and what belongs to it if that can be found out; the server asks again anyway. */
export function TeamUsage({ team }: { team: Team }) {
  const { data, isPending } = useQuery(teamUsageQuery(team.id));
  return (
    <>
      <strong>
        <bdi>{team.name}</bdi>
      </strong>
      <p className={styles.affected}>{isPending ? ownTexts.lookingUp : data && affectedByDelete(data)}</p>
    </>
  );
}
