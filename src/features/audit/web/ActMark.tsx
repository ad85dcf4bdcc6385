import {
  IconBuildingFactory2,
  IconContainer,
  IconDatabase,
  IconFile,
  IconHistory,
  IconKey,
  IconLogin2,
  IconShieldLock,
  IconTag,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react';
import { kindOf } from '#features/audit/audit.rules.ts';
import type { Act } from '#features/audit/audit.rules.ts';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { IconTile } from '#web/widgets/IconTile.tsx';
import type { Tone } from '#web/widgets/StatCard.tsx';

const icons: Partial<Record<string, Icon>> = {
  session: IconLogin2,
  user: IconUser,
  token: IconKey,
  permissions: IconShieldLock,
  team: IconUsersGroup,
  file_type: IconTag,
  file: IconFile,
  container: IconContainer,
  party: IconBuildingFactory2,
  records: IconDatabase,
};

/** Returns a conspicuous tone for failures and for acts that delete or block. */
function toneOf(act: Act): Tone {
  if (/failed|refused/.test(act)) return 'danger';
  if (/deleted|purged|trashed|suspended|pruned|revoked/.test(act)) return 'accent';
  if (/created|uploaded|restored|reactivated/.test(act)) return 'success';
  return 'neutral';
}

/** The icon of the kind of object, in the tone of the act. Hidden from screen readers: the text beside it says the same. */
export function ActMark({ act }: { act: Act }) {
  return <IconTile icon={icons[kindOf(act)] ?? IconHistory} size="small" data-tone={toneOf(act)} />;
}
