import { Button, Group, Modal, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { texts as shared } from '#shared/texts.ts';
import { texts } from '../texts.ts';

type Asked = { question: string; answer: (yes: boolean) => void };

type Confirm = {
  /** Resolves to true for 'Delete', to false for 'Cancel', Escape and a click beside the dialog. */
  confirm: (question: string) => Promise<boolean>;
  /** The dialog; render it once, anywhere in the screen. */
  dialog: ReactNode;
};

/** Asks before something is deleted. Source: spec section 5; decisions.md section 5. */
export function useConfirm(): Confirm {
  const [open, setOpen] = useState(false);
  // Kept while the dialog fades out, so that its text does not vanish before it.
  const asked = useRef<Asked>(undefined);

  const [question, setQuestion] = useState('');
  const confirm = (text: string) =>
    new Promise<boolean>((answer) => {
      asked.current = { question: text, answer };
      setQuestion(text);
      setOpen(true);
    });
  const close = (yes: boolean) => {
    setOpen(false);
    asked.current?.answer(yes);
  };

  return { confirm, dialog: <ConfirmDialog open={open} question={question} onAnswer={close} /> };
}

function ConfirmDialog({
  open,
  question,
  onAnswer,
}: {
  open: boolean;
  question: string;
  onAnswer: (yes: boolean) => void;
}) {
  return (
    <Modal opened={open} onClose={() => onAnswer(false)} title={texts.confirmTitle} size="sm" centered>
      <Text>{question}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" data-autofocus onClick={() => onAnswer(false)}>
          {shared.cancel}
        </Button>
        <Button color="red" onClick={() => onAnswer(true)}>
          {shared.delete}
        </Button>
      </Group>
    </Modal>
  );
}
