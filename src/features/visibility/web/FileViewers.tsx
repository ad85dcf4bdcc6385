import { Title } from '@mantine/core';
import { texts } from '../visibility.texts.ts';
import { Viewers } from './Viewers.tsx';

/** Explains who can see a file. */
export const FileViewers = ({ fileId }: { fileId: number }) => (
  <>
    <Title order={3} mb="xs">
      {texts.whoSees}
    </Title>
    <Viewers kind="file" id={fileId} />
  </>
);
