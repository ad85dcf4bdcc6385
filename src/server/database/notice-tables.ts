import type { Generated } from 'kysely';

/** The tables of how users learn of events. See tables.ts for the form of dates and booleans. */
export type NoticeTables = {
  /** What the next mail at this pace ('now', 'daily' or 'weekly') tells a user: an event of a container, or a notification. */
  mail_items: {
    id: Generated<number>;
    user_id: number;
    pace: string;
    /** The kind of event by which the user chose the mail. */
    event: string;
    event_id: number | null;
    notification_id: number | null;
    /** What the user must still see when the mail is made. */
    container_id: number | null;
    team_id: number | null;
    file_id: number | null;
    queued_at: string;
  };
  /** How users want to learn of events. Without a row: `noticeEvents` says how. */
  notice_choices: { user_id: number; event: string; choice: string };
};
