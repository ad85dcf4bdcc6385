import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useAction } from '#web/use-action.ts';
import { dashboardsContract } from '../dashboards.contract.ts';
import { steps, texts } from '../first-steps.texts.ts';
import { DashboardCard } from './DashboardCard.tsx';
import { firstStepsQuery } from './dashboards.data.ts';
import { SampleOffer } from './SampleCompany.tsx';
import styles from './FirstStepsCard.module.css';

/** The first steps of a new installation. Hidden when all are done or an administrator hides them. */
export function FirstStepsCard() {
  const { data: state } = useQuery(firstStepsQuery);
  const hide = useAction(dashboardsContract.hideFirstSteps, {
    failed: texts.hideFailed,
    refresh: [firstStepsQuery.queryKey],
  });
  if (!state || state.hidden || steps.every(({ name }) => state[name])) return null;
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
      <ol className={styles.steps}>
        {steps.map(({ name, to, label, hint }, index) => (
          <li key={name} className={styles.step} data-done={state[name] || undefined}>
            <span className={styles.mark} aria-hidden="true">
              {state[name] ? <IconCheck size={16} stroke={2.5} /> : index + 1}
            </span>
            <span className={styles.text}>
              <Link to={to} className={styles.link}>
                {label}
              </Link>
              <span className={styles.hint}>{state[name] ? texts.done : hint}</span>
            </span>
          </li>
        ))}
      </ol>
      <div className={styles.sample}>
        <SampleOffer />
      </div>
    </DashboardCard>
  );
}
