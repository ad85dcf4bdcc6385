import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useAction } from '#web/use-action.ts';
import { dashboardsContract } from '../dashboards.contract.ts';
import { steps, texts } from '../first-steps.texts.ts';
import { Card } from './Card.tsx';
import { firstStepsQuery } from './dashboards.data.ts';
import styles from './FirstStepsCard.module.css';

/** What a new installation needs, until it is all done or an administrator has seen enough of it. */
export function FirstStepsCard() {
  const { data: state } = useQuery(firstStepsQuery);
  const hide = useAction(dashboardsContract.hideFirstSteps, {
    failed: texts.hideFailed,
    refresh: [firstStepsQuery.queryKey],
  });
  if (!state || state.hidden || steps.every(({ what }) => state[what])) return null;
  return (
    <Card
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
        {steps.map(({ what, to, label, hint }, at) => (
          <li key={what} className={styles.step} data-done={state[what] || undefined}>
            <span className={styles.mark} aria-hidden="true">
              {state[what] ? <IconCheck size={16} stroke={2.5} /> : at + 1}
            </span>
            <span className={styles.text}>
              <Link to={to} className={styles.link}>
                {label}
              </Link>
              <span className={styles.hint}>{state[what] ? texts.done : hint}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
