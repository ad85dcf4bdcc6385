import { Text } from '@mantine/core';
import type { Failure } from '#shared/failure.ts';
import { useFields } from '#web/use-fields.ts';
import { CodeField } from '#web/widgets/CodeField.tsx';
import { Form } from '#web/widgets/Form.tsx';
import { texts } from '../two-factor.texts.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

const empty = { current_password: '', code: '' };

type Props = {
  /** Whether the code is needed: codes of an app are set up. */
  needsCode: boolean;
  explained: string;
  /** The label of the submit button. */
  label: string;
  color?: string;
  action: { busy: boolean; failure: Failure | undefined };
  onProof: (proof: typeof empty) => Promise<unknown>;
  onCancel: () => void;
};

/** Asks for password and code before a change of two-factor sign-in. */
export function TwoFactorProof({ needsCode, explained, label, color, action, onProof, onCancel }: Props) {
  const { values, field } = useFields(empty, action.failure);
  return (
    <Form action={action} submit={label} color={color} onCancel={onCancel} onSubmit={() => onProof(values)}>
      <Text size="sm">{explained}</Text>
      <CurrentPasswordField {...field('current_password')} />
      {needsCode && <CodeField label={texts.code} {...field('code')} autoFocus={false} />}
    </Form>
  );
}
