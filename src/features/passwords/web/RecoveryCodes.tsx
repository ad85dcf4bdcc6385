import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { brand } from '#web/brand.ts';
import { copyText } from '#web/copy-text.ts';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { texts } from '../two-factor.texts.ts';
import styles from './TwoFactor.module.css';

/** Shows the recovery codes once. A user who does not save them now has to create new ones. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const { email } = useCurrentUser();
  const list = useRef<HTMLOListElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => setCopied(list.current !== null && (await copyText(list.current)));
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(texts.codesFile(brand, email, codes))}`;

  return (
    <Stack gap="md">
      <Title order={3} size="h4" tabIndex={-1} ref={(heading) => heading?.focus()}>
        {texts.codesTitle}
      </Title>
      <Text size="sm">{texts.codesHint}</Text>
      <ol className={styles.codes} ref={list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Group gap="sm">
        <IconButton icon={copied ? IconCheck : IconCopy} variant="default" onClick={() => void copy()}>
          {copied ? texts.copied : texts.copyCodes}
        </IconButton>
        <IconButton icon={IconDownload} variant="default" link={{ href: file, download: texts.codesFileName(brand) }}>
          {texts.saveCodes}
        </IconButton>
      </Group>
      <Button onClick={onSaved}>{texts.codesKept}</Button>
    </Stack>
  );
}
