import { Alert, Button, Text } from '@mantine/core';
import { ownTexts } from '#features/containers/core/containers.texts.ts';

type Props = {
  /** The message of the server, with the name of the other user. */
  message: string;
  differs: boolean;
  onTakeStored: () => void;
};

/** Shown when another user changed the container during editing. */
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
