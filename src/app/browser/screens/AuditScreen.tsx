import { AuditPage } from '#features/audit/web/AuditPage.tsx';
import { listUsers } from '#features/users/web/users.data.ts';

export const AuditScreen = () => <AuditPage listUsers={listUsers} />;
