import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '#shared/format.ts';
import { currentUserKey } from '#web/query-client.ts';
import { useAction } from '#web/use-action.ts';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { twoFactorContract } from '../two-factor.contract.ts';
import type { TwoFactorState } from '../two-factor.contract.ts';
import { texts } from '../two-factor.texts.ts';
import { twoFactorQuery } from './passwords.data.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TwoFactorProof } from './TwoFactorProof.tsx';
import { TwoFactorSetup } from './TwoFactorSetup.tsx';

type Step = 'rest' | 'set up' | 'renew' | 'turn off';

/**
 * The state of the caller's two-factor sign-in, with the forms to change it. `isUntitled` leaves out title and
 * explanation, for a page that shows both in its header.
 */
export function TwoFactorPanel({ isUntitled = false }: { isUntitled?: boolean }) {
  const query = useQuery(twoFactorQuery);
  const { data: state } = query;
  const [step, setStep] = useState<Step>('rest');
  const rest = () => setStep('rest');
  const isOn = typeof state?.enabled_at === 'string';

  return (
    <Section
      title={isUntitled ? texts.state : texts.title}
      actions={state && <StateBadge tone={isOn ? 'success' : 'neutral'}>{isOn ? texts.on : texts.off}</StateBadge>}
    >
      {query.isPending && <LoadingRows rows={2} height={36} />}
      {query.isError && !state && <LoadFailed query={query} title={texts.loadFailed} />}
      {state && step === 'rest' && <Rest state={state} isUntitled={isUntitled} onStep={setStep} />}
      {step === 'set up' && <TwoFactorSetup onDone={rest} onCancel={rest} />}
      {state && step === 'renew' && <Renew needsCode={state.app} onDone={rest} />}
      {state && step === 'turn off' && <TurnOff state={state} onDone={rest} />}
    </Section>
  );
}

type RestProps = { state: TwoFactorState; isUntitled: boolean; onStep: (step: Step) => void };

function Rest({ state, isUntitled, onStep }: RestProps) {
  if (state.enabled_at === null) {
    return (
      <>
        {!isUntitled && <Text size="sm">{texts.explained}</Text>}
        <Button
          me="auto"
          // A screen has one filled button.
          variant={isUntitled ? 'filled' : 'default'}
          onClick={() => onStep('set up')}
        >
          {texts.setUp}
        </Button>
      </>
    );
  }
  return (
    <>
      <Text size="sm">{texts.since(formatDateTime(state.enabled_at), state.app, state.passkeys.length > 0)}</Text>
      <Text size="sm" {...(state.recovery_codes_left === 0 && { c: 'red' })}>
        {texts.codesLeft(state.recovery_codes_left)}
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => onStep('renew')}>
          {texts.renew}
        </Button>
        <Button variant="default" onClick={() => onStep(state.app ? 'turn off' : 'set up')}>
          {!state.app ? texts.setUpApp : state.passkeys.length > 0 ? texts.removeApp : texts.turnOff}
        </Button>
      </Group>
    </>
  );
}

const refresh = [twoFactorQuery.queryKey];

function Renew({ needsCode, onDone }: { needsCode: boolean; onDone: () => void }) {
  const [codes, setCodes] = useState<string[]>();
  const action = useAction(twoFactorContract.renewCodes, {
    failed: texts.renewFailed,
    preferServerMessage: true,
    refresh,
  });
  if (codes) return <RecoveryCodes codes={codes} onSaved={onDone} />;
  return (
    <TwoFactorProof
      needsCode={needsCode}
      explained={texts.renewExplained}
      label={texts.renew}
      action={action}
      onProof={async ({ code, ...proof }) =>
        setCodes((await action.run({ ...proof, ...(needsCode && { code }) }))?.recovery_codes)
      }
      onCancel={onDone}
    />
  );
}

function TurnOff({ state, onDone }: { state: TwoFactorState; onDone: () => void }) {
  const staysOn = state.passkeys.length > 0;
  const action = useAction(twoFactorContract.disable, {
    done: staysOn ? texts.appRemoved : texts.turnedOff,
    failed: staysOn ? texts.removeAppFailed : texts.turnOffFailed,
    preferServerMessage: true,
    refresh: [...refresh, currentUserKey],
  });
  const off = state.required ? `${texts.turnOffExplained} ${texts.turnOffRequired}` : texts.turnOffExplained;
  return (
    <TwoFactorProof
      needsCode
      explained={staysOn ? texts.removeAppExplained : off}
      label={staysOn ? texts.removeApp : texts.turnOff}
      color="red"
      action={action}
      onProof={async (proof) => (await action.run(proof)) && onDone()}
      onCancel={onDone}
    />
  );
}
