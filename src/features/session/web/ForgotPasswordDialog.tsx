import { Button, Group, Modal, Text } from '@mantine/core';
import { texts } from '../session.texts.ts';

/** Without mail, a password is set by an administrator. Source: decisions.md section 1, `SMTP_URL`. */
export function ForgotPasswordDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={texts.forgotPassword} size="sm" centered>
      <Text>{texts.askAdministrator}</Text>
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={onClose}>
          {texts.understood}
        </Button>
      </Group>
    </Modal>
  );
}
