import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dashboardsContract } from '#features/dashboards/dashboards.contract.ts';
import { managersSteps, steps, texts } from '#features/dashboards/first-steps.texts.ts';
import type { Step } from '#features/dashboards/first-steps.texts.ts';
import { permissionsQuery } from '#features/permissions/web/permissions.data.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { mayView } from '#shared/access.ts';
import { useAction } from '#web/use-action.ts';
import { DashboardCard } from '../DashboardCard.tsx';
import { firstStepsQuery } from '../dashboards.data.ts';
import { SampleOffer } from './SampleCompany.tsx';
import styles from './FirstStepsCard.module.css';

/** The first steps of a new installation. Hidden when all are done or an administrator hides them. */
export function FirstStepsCard() {
  const { data: state } = useQuery(firstStepsQuery);
  const allowed = useAllowed(steps);
  const hide = useAction(dashboardsContract.hideFirstSteps, {
    failed: texts.hideFailed,
    refresh: [firstStepsQuery.queryKey],
  });
  if (!state || state.hidden || allowed.every(({ name }) => state[name])) return null;
  return (
    <DashboardCard
      title={texts.title}
      action={
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={texts.hideLabel}
          loading={hide.busy}
          onClick={() => void hide.run({})}
        >
          {texts.hide}
        </Button>
      }
    >
      <p className={styles.intro}>{texts.intro}</p>
      <StepList steps={allowed} isDone={(name) => state[name]} />
      <div className={styles.sample}>
        <SampleOffer />
      </div>
    </DashboardCard>
  );
}

/** The first steps of a manager, until there is a file that they see. */
export function ManagersStepsCard({ files }: { files: number | undefined }) {
  const allowed = useAllowed(managersSteps);
  if (allowed.length === 0 || files !== 0) return null;
  return (
    <DashboardCard title={texts.title}>
      <p className={styles.intro}>{texts.managersIntro}</p>
      <StepList steps={allowed} />
    </DashboardCard>
  );
}

/** Returns the steps on screens that the user may open. None until the permissions are loaded. */
function useAllowed<One extends Step>(all: readonly One[]): readonly One[] {
  const { role_id } = useCurrentUser();
  const { data: table } = useQuery(permissionsQuery);
  return table ? all.filter(({ module }) => mayView(table, role_id, module)) : [];
}

type ListProps<Name> = { steps: readonly (Step & { name: Name })[]; isDone?: (name: Name) => boolean };

function StepList<Name extends string>({ steps, isDone = () => false }: ListProps<Name>) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ name, to, label, hint }, index) => (
        <li key={name} className={styles.step} data-done={isDone(name) || undefined}>
          <span className={styles.mark} aria-hidden="true">
            {isDone(name) ? <IconCheck size={16} stroke={2.5} /> : index + 1}
          </span>
          <span className={styles.text}>
            <Link to={to} className={styles.link}>
              {label}
            </Link>
            <span className={styles.hint}>{isDone(name) ? texts.done : hint}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
