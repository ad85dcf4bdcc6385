import { Button, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { texts as shared } from '#shared/texts.ts';
import { Dialog } from './Dialog.tsx';
import { DialogButtons } from './DialogButtons.tsx';

type Confirmation = {
  /** For example 'Delete "Harbour"?'. */
  title: string;
  question: string;
  /** Appears below the question: the other affected items, and whether the deletion can be undone. It may still be loading. */
  affected?: ReactNode;
  /** The label of the button. Without it, 'Delete'. */
  action?: string;
  /** Whether nothing is taken away. The button is not red then. */
  isHarmless?: boolean;
  /** Whether the server would refuse. The dialog has no red button then. */
  isRefused?: UseQueryOptions<boolean>;
};

type Confirm = {
  /** Resolves to true for the red button, and to false for 'Cancel', Escape and a click beside the dialog. */
  confirm: (request: Confirmation) => Promise<boolean>;
  /** The dialog. Render it once, anywhere in the screen. */
  dialog: ReactNode;
};

/**
 * Asks for confirmation before an act that takes something away. See docs/specification.md#confirmations-before-a-delete and
 * docs/choices.md#texts-and-names-on-the-screens.
 */
export function useConfirm(): Confirm {
  const [open, setOpen] = useState(false);
  // The text stays while the dialog fades out.
  const [request, setRequest] = useState<Confirmation>({ title: '', question: '' });
  const resolveConfirm = useRef<(yes: boolean) => void>(undefined);

  const confirm = (wanted: Confirmation) =>
    new Promise<boolean>((resolve) => {
      resolveConfirm.current = resolve;
      setRequest(wanted);
      setOpen(true);
    });
  const close = (yes: boolean) => {
    setOpen(false);
    resolveConfirm.current?.(yes);
  };

  return { confirm, dialog: <ConfirmDialog open={open} request={request} onAnswer={close} /> };
}

const neverRefused: NonNullable<Confirmation['isRefused']> = { queryKey: ['never refused'], queryFn: skipToken };

function ConfirmDialog({
  open,
  request,
  onAnswer,
}: {
  open: boolean;
  request: Confirmation;
  onAnswer: (yes: boolean) => void;
}) {
  const { data: isRefused = false } = useQuery({ ...(request.isRefused ?? neverRefused), enabled: open });
  return (
    <Dialog opened={open} onClose={() => onAnswer(false)} title={<bdi>{request.title}</bdi>} size="sm">
      <Text>{request.question}</Text>
      {request.affected && (
        <Text component="div" size="sm" c="dimmed" mt="xs" role="status">
          {request.affected}
        </Text>
      )}
      <DialogButtons onCancel={() => onAnswer(false)} cancelHasFocus mt="lg">
        {!isRefused && (
          <Button color={request.isHarmless ? '' : 'red'} onClick={() => onAnswer(true)}>
            {request.action ?? shared.delete}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}
