import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { DataTable } from '#web/widgets/DataTable.tsx';
import { LeaveGuard } from '#web/widgets/LeaveGuard.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { usersImportScreenTexts as texts } from '../users-import-page.texts.ts';
import { csvOf, saveText } from './import-rows.ts';
import { linkOf } from './users.data.ts';
import styles from '#web/styles/import-steps.module.css';

type Props = { links: readonly { name: string; email: string; token: string }[] };

/** The links of the new users, if the server sends no mail. Only this page has them. */
export function SignInLinks({ links }: Props) {
  const [isSaved, setIsSaved] = useState(false);
  const rows = links.map(({ name, email, token }) => [name, email, linkOf(token)] as const);
  const headings = [texts.fields.name, texts.fields.email, texts.link];
  return (
    <Section title={texts.linksTitle} description={texts.linksHint}>
      <LeaveGuard active={!isSaved} title={texts.leaveTitle} question={texts.leaveQuestion} leave={texts.leave} />
      <Group>
        <Button
          onClick={() => {
            saveText(texts.linksName, csvOf([headings, ...rows]));
            setIsSaved(true);
          }}
        >
          {texts.download}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            print();
            setIsSaved(true);
          }}
        >
          {texts.print}
        </Button>
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it */}
      <div tabIndex={0} role="region" aria-label={texts.linksTitle}>
        <DataTable look="texts" headings={headings} className={styles.table}>
          {rows.map(([name, email, link]) => (
            <tr key={email}>
              <th scope="row">{name}</th>
              <td>{email}</td>
              <td>
                <code>{link}</code>
              </td>
            </tr>
          ))}
        </DataTable>
      </div>
    </Section>
  );
}
