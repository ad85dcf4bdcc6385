import type { Invitation } from './invitations.contract.ts';

type Stored = { queued: string | null; not_sent: number; expires_at: string | null };

/** Returns the state of an invitation. A link that was not mailed works, but nobody has it. */
export function invitationState({ queued, not_sent, expires_at }: Stored, now: string): Invitation['state'] {
  if (queued !== null) return 'queued';
  if (not_sent === 1) return 'not_sent';
  return expires_at !== null && expires_at > now ? 'open' : 'expired';
}
