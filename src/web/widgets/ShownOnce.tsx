import { Button, Code, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { copyText } from '../copy-text.ts';
import { texts } from '../texts.ts';
import { DialogButtons } from './DialogButtons.tsx';

/** The content of a dialog that shows a secret for the only time, with a button that copies it. */
export function ShownOnce(props: { secret: string; label: string; hint: string; onDone: () => void }) {
  const { secret, label, hint, onDone } = props;
  const shown = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => setCopied(shown.current !== null && (await copyText(shown.current)));
  const Copy = copied ? IconCheck : IconCopy;
  return (
    <Stack gap="md">
      <Text size="sm">{hint}</Text>
      <Code block ref={shown} aria-label={label} style={{ whiteSpace: 'pre-wrap', wordBreak: 'break-all' }}>
        {secret}
      </Code>
      <DialogButtons onCancel={undefined}>
        <Button
          variant={copied ? 'default' : 'filled'}
          data-autofocus
          leftSection={<Copy size={16} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {copied ? texts.copied : texts.copy}
        </Button>
        <Button variant={copied ? 'filled' : 'default'} onClick={onDone}>
          {texts.done}
        </Button>
      </DialogButtons>
    </Stack>
  );
}
