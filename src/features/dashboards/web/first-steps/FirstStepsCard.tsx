import { Button, SimpleGrid } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { dashboardsContract } from '#features/dashboards/dashboards.contract.ts';
import { managersSteps, steps, texts } from '#features/dashboards/first-steps.texts.ts';
import type { Step } from '#features/dashboards/first-steps.texts.ts';
import { useMayView } from '#features/session/web/session.data.ts';
import { useAction } from '#web/use-action.ts';
import { Section } from '#web/widgets/Section.tsx';
import { firstStepsQuery } from '../dashboards.data.ts';
import { LinkTile } from '../LinkTile.tsx';
import { SampleOffer } from './SampleCompany.tsx';

/**
 * The first steps of a new installation. Hidden when an administrator hides them, and when there are records of each kind: a
 * company at work that wants neither mail nor backups finds the warnings on the system page.
 */
export function FirstStepsCard() {
  const { data: state } = useQuery(firstStepsQuery);
  const allowed = useAllowed(steps);
  const hide = useAction(dashboardsContract.hideFirstSteps, {
    failed: texts.hideFailed,
    refresh: [firstStepsQuery.queryKey],
  });
  if (!state || state.hidden || allowed.every(({ name, module }) => module === undefined || state[name])) return null;
  return (
    <Section
      title={texts.title}
      description={texts.intro}
      actions={
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
      <StepList steps={allowed} isDone={(name) => state[name]} />
      <SampleOffer />
    </Section>
  );
}

/** The first steps of a manager, until there is a file that they see. */
export function ManagersStepsCard({ files }: { files: number | undefined }) {
  const allowed = useAllowed(managersSteps);
  if (allowed.length === 0 || files !== 0) return null;
  return (
    <Section title={texts.title} description={texts.managersIntro}>
      <StepList steps={allowed} />
    </Section>
  );
}

/** Returns the steps on screens that the user may open. */
function useAllowed<One extends Step>(all: readonly One[]): readonly One[] {
  const mayView = useMayView();
  return all.filter(({ module }) => module === undefined || mayView(module));
}

type ListProps<Name> = { steps: readonly (Step & { name: Name })[]; isDone?: (name: Name) => boolean };

function StepList<Name extends string>({ steps, isDone = () => false }: ListProps<Name>) {
  return (
    <SimpleGrid role="list" minColWidth="min(240px, 100%)" autoFlow="auto-fit">
      {steps.map(({ name, to, label, hint }, index) => (
        <div key={name} role="listitem">
          <LinkTile
            to={to}
            label={label}
            hint={isDone(name) ? texts.done : hint}
            mark={isDone(name) ? <IconCheck size={16} stroke={2.5} /> : index + 1}
            tone={isDone(name) ? 'success' : 'primary'}
          />
        </div>
      ))}
    </SimpleGrid>
  );
}
