import { Alert, Button, Text } from '@mantine/core';
import { ownTexts } from '#features/containers/containers.texts.ts';

type Props = {
  /** Who was faster, as the server says it. */
  message: string;
  differs: boolean;
  onTakeStored: () => void;
};

/** Somebody else changed the container while it was being edited. */
export function ConflictNotice({ message, differs, onTakeStored }: Props) {
  return (
    <Alert role="alert" color="container" variant="light" title={ownTexts.changedTitle}>
      <Text size="sm">{message}</Text>
      <Text size="sm" mt={4}>
        {differs ? ownTexts.changedHint : ownTexts.nothingDiffers}
      </Text>
      <Button size="compact-md" variant="default" mt="sm" onClick={onTakeStored}>
        {ownTexts.takeStored}
      </Button>
    </Alert>
  );
}
