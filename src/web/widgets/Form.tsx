import { Button, Stack } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import { useFocusOnError } from '../use-focus-on-error.ts';
import { DialogButtons } from './DialogButtons.tsx';

type Props = {
  /** While it is busy, the form is not submitted. After a refusal, the first field with an error takes the focus. */
  action: { busy: boolean; failure?: object | undefined };
  /** The label of the last button. Without it, `children` have the button. */
  submit?: string;
  disabled?: boolean;
  color?: string | undefined;
  /** Without it, there is no 'Cancel'. */
  onCancel?: (() => void) | undefined;
  cancelHasFocus?: boolean;
  /** Whether the buttons stay in sight below a long form. */
  isFoot?: boolean;
  /** Whether the browser leaves the review of the fields to the form and the server. */
  noValidate?: boolean;
  /** The space between the fields. */
  gap?: 0 | 'md' | 'lg';
  onSubmit: () => unknown;
  children: ReactNode;
};

/** A form with its fields one below the other. */
export function Form({
  action,
  submit,
  disabled = false,
  color = '',
  gap = 'md',
  noValidate = false,
  onSubmit,
  children,
  ...foot
}: Props) {
  const form = useFocusOnError(action.failure);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (!action.busy) void onSubmit();
  };
  return (
    <form ref={form} onSubmit={send} noValidate={noValidate}>
      <Stack gap={gap}>
        {children}
        {submit !== undefined && (
          <DialogButtons {...foot}>
            <Button type="submit" loading={action.busy} disabled={disabled} color={color}>
              {submit}
            </Button>
          </DialogButtons>
        )}
      </Stack>
    </form>
  );
}
