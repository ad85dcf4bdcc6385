import { LeftMails } from '#features/mail-in/web/LeftMails.tsx';
import { SystemPage } from '#features/system/web/SystemPage.tsx';

export const SystemScreen = () => <SystemPage leftMails={<LeftMails />} />;
