import { SimpleGrid } from '@mantine/core';
import { IconFiles, IconUpload } from '@tabler/icons-react';
import { texts } from '#features/dashboards/dashboards.texts.ts';
import { Section } from '#web/widgets/Section.tsx';
import { LinkTile } from '../LinkTile.tsx';

const actions = [
  { to: '/uploadPage', label: texts.uploadFiles, hint: texts.uploadFilesHint, icon: IconUpload },
  { to: '/files', label: texts.viewFiles, hint: texts.viewFilesHint, icon: IconFiles },
];

export function QuickActions() {
  return (
    <Section title={texts.quickActions}>
      <SimpleGrid minColWidth="min(280px, 100%)" autoFlow="auto-fit">
        {actions.map(({ icon: ActionIcon, ...action }) => (
          <LinkTile key={action.to} {...action} mark={<ActionIcon size={16} stroke={2} />} />
        ))}
      </SimpleGrid>
    </Section>
  );
}
