import type { Generated } from 'kysely';

/** Webhooks and the messages to them. See tables.ts for the form of dates and booleans. */
export type WebhookTables = {
  webhooks: {
    id: Generated<number>;
    name: string;
    url: string;
    /** Names of events, with commas between them. */
    events: string;
    /** The key of the signatures. Both sides need it, so it is no hash. */
    secret: string;
    /** 'on', 'off', or 'paused' by the server. */
    state: Generated<string>;
    /** The first failure since a message was last accepted. */
    failing_since: Generated<string | null>;
    /** The last try. Without an error, the message was accepted. */
    last_at: Generated<string | null>;
    last_status: Generated<number | null>;
    last_error: Generated<string | null>;
    created_at: string;
  };
  /** The messages to webhooks, with the last answer to each. `data` is JSON. */
  webhook_messages: {
    id: Generated<number>;
    message_id: string;
    webhook_id: number;
    event: string;
    /** The messages of one subject are sent one after another. */
    subject: string;
    data: string;
    happened_at: string;
    /** The start of the day in which it is tried. */
    queued_at: string;
    /** 'open', 'delivered' or 'failed'. */
    state: Generated<string>;
    tries: Generated<number>;
    tried_at: Generated<string | null>;
    status: Generated<number | null>;
    answer: Generated<string | null>;
    duration_ms: Generated<number | null>;
    error: Generated<string | null>;
  };
};
