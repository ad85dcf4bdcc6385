import { Button, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { texts as shared } from '#shared/texts.ts';
import { texts } from '../texts.ts';
import { Dialog } from './Dialog.tsx';

type Asked = { question: string; affected?: ReactNode };

type Confirm = {
  /**
   * Resolves to true for 'Delete', to false for 'Cancel', Escape and a click beside the dialog. `affected` says below the
   * question what else is touched; it may still be loading when the dialog opens.
   */
  confirm: (question: string, affected?: ReactNode) => Promise<boolean>;
  /** The dialog; render it once, anywhere in the screen. */
  dialog: ReactNode;
};

/** Asks before something is deleted. Source: spec section 5; decisions.md section 5. */
export function useConfirm(): Confirm {
  const [open, setOpen] = useState(false);
  // Kept while the dialog fades out, so that its text does not vanish before it.
  const [asked, setAsked] = useState<Asked>({ question: '' });
  const answer = useRef<(yes: boolean) => void>(undefined);

  const confirm = (question: string, affected?: ReactNode) =>
    new Promise<boolean>((resolve) => {
      answer.current = resolve;
      setAsked({ question, affected });
      setOpen(true);
    });
  const close = (yes: boolean) => {
    setOpen(false);
    answer.current?.(yes);
  };

  return { confirm, dialog: <ConfirmDialog open={open} asked={asked} onAnswer={close} /> };
}

function ConfirmDialog({ open, asked, onAnswer }: { open: boolean; asked: Asked; onAnswer: (yes: boolean) => void }) {
  return (
    <Dialog
      opened={open}
      onClose={() => onAnswer(false)}
      title={texts.confirmTitle}
      closeButtonProps={{ 'aria-label': texts.dismiss }}
      size="sm"
      centered
    >
      <Text>{asked.question}</Text>
      {asked.affected && (
        <Text component="div" size="sm" c="dimmed" mt="xs" role="status">
          {asked.affected}
        </Text>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" data-autofocus onClick={() => onAnswer(false)}>
          {shared.cancel}
        </Button>
        <Button color="red" onClick={() => onAnswer(true)}>
          {shared.delete}
        </Button>
      </Group>
    </Dialog>
  );
}
