import { Box, Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate, formatDateTime } from '#shared/format.ts';
import { currentUserKey } from '#web/query-client.ts';
import { useAction } from '#web/use-action.ts';
import { useFields } from '#web/use-fields.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { Form } from '#web/widgets/Form.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { Row, RowButton, RowText } from '#web/widgets/Row.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { passkeysContract } from '../passkeys.contract.ts';
import type { Passkey } from '../passkeys.contract.ts';
import { texts } from '../passkeys.texts.ts';
import type { TwoFactorState } from '../two-factor.contract.ts';
import { texts as twoFactor } from '../two-factor.texts.ts';
import { PasskeyForm } from './PasskeyForm.tsx';
import { offersPasskeys, passkeyAddress, supportsPasskeys } from './passkeys-offered.ts';
import { sessionsQuery, twoFactorQuery } from './passwords.data.ts';

/** The caller's passkeys, with the forms to add, rename and revoke them. */
export function PasskeysPanel() {
  const query = useQuery(twoFactorQuery);
  const { data: state } = query;
  const [isAdding, setIsAdding] = useState(false);
  const obstacle = state && obstacleOf(state);
  return (
    <Section
      title={texts.title}
      description={texts.explained}
      actions={
        state &&
        !obstacle &&
        !isAdding && (
          <Button variant="default" size="xs" onClick={() => setIsAdding(true)}>
            {texts.add}
          </Button>
        )
      }
    >
      {query.isPending && <LoadingRows rows={1} height={56} />}
      {query.isError && !state && <LoadFailed query={query} title={twoFactor.loadFailed} />}
      {obstacle && <Text fz="sm">{obstacle}</Text>}
      {isAdding && state && (
        <PasskeyForm
          turnsOn={state.enabled_at === null}
          onDone={() => setIsAdding(false)}
          onCancel={() => setIsAdding(false)}
        />
      )}
      {state && !obstacle && !isAdding && state.passkeys.length === 0 && <Text fz="sm">{texts.none}</Text>}
      {state && state.passkeys.length > 0 && <PasskeyRows state={state} />}
    </Section>
  );
}

/** Why no passkey can be added here, if there is a reason. */
function obstacleOf({ passkeys_refused }: TwoFactorState): string | undefined {
  if (passkeys_refused) return texts.providerOnly;
  if (offersPasskeys) return undefined;
  if (passkeyAddress === undefined) return texts.needsAddress;
  return supportsPasskeys ? texts.otherAddress(passkeyAddress) : texts.unsupported;
}

function PasskeyRows({ state: { passkeys, app } }: { state: TwoFactorState }) {
  const [renamed, setRenamed] = useState<number>();
  const { confirm, dialog } = useConfirm();
  const revocation = useAction(passkeysContract.revoke, {
    done: texts.revoked,
    failed: texts.revokeFailed,
    preferServerMessage: true,
    refresh: [twoFactorQuery.queryKey, sessionsQuery.queryKey, currentUserKey],
  });
  const revoke = async ({ id, name }: Passkey) => {
    const isLast = passkeys.length === 1 && !app;
    const asked = { title: texts.revokeTitle(name), question: texts.revokeQuestion, action: texts.revoke };
    if (await confirm({ ...asked, ...(isLast && { affected: texts.revokeLast }) })) await revocation.run({ id });
  };
  return (
    <>
      <Box component="ul" m={0} mx="-sm" p={0}>
        {passkeys.map((passkey) => (
          <Row key={passkey.id}>
            {renamed === passkey.id ? (
              <Rename passkey={passkey} onDone={() => setRenamed(undefined)} />
            ) : (
              <>
                <RowText
                  name={passkey.name}
                  lines={[
                    texts.added(formatDate(passkey.created_at)),
                    passkey.last_used_at === null ? texts.unused : texts.used(formatDateTime(passkey.last_used_at)),
                  ]}
                />
                <Group gap={0}>
                  <RowButton name={texts.renameNamed(passkey.name)} onClick={() => setRenamed(passkey.id)}>
                    {texts.rename}
                  </RowButton>
                  <RowButton name={texts.revokeNamed(passkey.name)} onClick={() => void revoke(passkey)}>
                    {texts.revoke}
                  </RowButton>
                </Group>
              </>
            )}
          </Row>
        ))}
      </Box>
      {dialog}
    </>
  );
}

function Rename({ passkey: { id, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const action = useAction(passkeysContract.rename, {
    done: texts.renamed,
    failed: texts.renameFailed,
    preferServerMessage: true,
    refresh: [twoFactorQuery.queryKey],
  });
  const { values, field } = useFields({ name }, action.failure);
  return (
    <Box flex={1}>
      <Form
        action={action}
        submit={texts.save}
        onCancel={onDone}
        onSubmit={async () => (await action.run({ id, ...values })) && onDone()}
      >
        <TextInput label={texts.name} maxLength={80} {...field('name')} autoFocus />
      </Form>
    </Box>
  );
}
