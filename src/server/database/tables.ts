import type { Generated } from 'kysely';
import type { ContainerTables } from './container-tables.ts';
import type { NoticeTables } from './notice-tables.ts';
import type { WebhookTables } from './webhook-tables.ts';

// Column names are those of the API. Moments are ISO 8601 UTC text, calendar dates are `yyyy-mm-dd` text, booleans are
// 1 and 0.

type OtherTables = ContainerTables & NoticeTables & WebhookTables;

export type Tables = OtherTables & {
  settings: { name: string; value: string };
  /** The last run of each recurring task. `result` is JSON. */
  last_runs: { name: string; began_at: string; took_ms: number; failed: number; result: string | null };
  roles: { role_id: number; role_name: string };
  modules: { id: Generated<number>; name: string };
  permissions: { module_id: number; role_id: number; can_view: number };
  teams: { id: Generated<number>; name: string; description: string | null; created_at: string };
  users: {
    id: Generated<number>;
    name: string;
    /** Folded for search. */
    name_folded: string;
    email: string;
    /** In lower case; unique among users who are not deleted. */
    email_key: string;
    password_hash: string;
    /** 1: another user chose the password, so the user is asked to change it. */
    password_given: Generated<number>;
    role_id: number;
    team_id: number | null;
    created_at: string;
    last_login_at: string | null;
    deleted_at: string | null;
    /** The user is signed out and cannot sign in until an administrator reactivates the account. The files stay. */
    suspended_at: Generated<string | null>;
    /** The time since when signing in requires a code. Null: no code. */
    two_factor_at: Generated<string | null>;
    /** The hour of the daily and weekly mails, and its zone. Null: that of the server. */
    digest_hour: Generated<number>;
    digest_zone: string | null;
    /** The layout of the list of containers. Null until the first choice. */
    containers_layout: Generated<'cards' | 'table' | null>;
    /** Files that are not in the trash. */
    files_count: Generated<number>;
    downloads_count: Generated<number>;
  };
  /** Teams whose files a user may see besides those of their own team. */
  team_viewers: { user_id: number; team_id: number };
  sessions: {
    /** SHA-256 of the token. Only the cookie contains the token itself. */
    token_hash: string;
    user_id: number;
    created_at: string;
    last_used_at: string;
    expires_at: string;
    /** 1: expires_at is fixed. 0: each use extends it. */
    remembered: number;
    address: string | null;
    user_agent: string | null;
    /** The last time the password was entered in this session. */
    confirmed_at: string | null;
    /** 1: the provider of single sign-on has signed the user in, under this id of its session. */
    by_provider: Generated<number>;
    provider_sid: Generated<string | null>;
  };
  /** Access tokens for programs. Only the owner has the token itself. */
  access_tokens: {
    id: Generated<number>;
    user_id: number;
    name: string;
    /** SHA-256 of the token. */
    token_hash: string;
    can_write: number;
    /** Names of areas, and ids of teams, with commas between them. No teams (null) stands for every team of the owner. */
    areas: string;
    team_ids: string | null;
    created_at: string;
    expires_at: string;
    last_used_at: string | null;
    last_address: string | null;
  };
  /** SHA-256 of the secrets of calendar addresses. A view of null stands for the containers that the user follows. */
  calendar_addresses: {
    user_id: number;
    key_hash: string;
    view_id: number | null;
    created_at: string;
    last_read_at: string | null;
  };
  /** The accounts of users at the provider of single sign-on. */
  provider_accounts: { user_id: number; issuer: string; subject: string; joined_at: string };
  /** Sign-ins that wait for the answer of the provider, by the hashes of the state and of the session token. */
  provider_sign_ins: { state_hash: string; token_hash: string; nonce: string; verifier: string; expires_at: string };
  /** Logout tokens of the provider. Each is accepted once. */
  used_logout_tokens: { id: string; expires_at: string };
  /** Sign-ins whose password was correct and whose code is pending, by the hash of the session token. */
  pending_sign_ins: { token_hash: string; user_id: number; remembered: number; expires_at: string };
  /**
   * The encrypted secret for the codes of a user. It exists before two-factor sign-in is turned on. `last_step` is the
   * step of the latest used code.
   */
  two_factor_secrets: { user_id: number; secret: string; last_step: number };
  passkeys: {
    id: Generated<number>;
    user_id: number;
    name: string;
    /** The id of the credential and its public key, in base64url. */
    credential_id: string;
    public_key: string;
    /** The number of uses that the authenticator has counted. Many always say 0. */
    counter: number;
    /** The ways in which a browser reaches the authenticator, such as 'usb', with commas between them. */
    transports: string;
    created_at: string;
    last_used_at: string | null;
  };
  /**
   * The challenge that a browser has to answer with a passkey, by the hash of its session token. `user_id` is the only user who
   * may answer it. Null: any user, who signs in without a password.
   */
  passkey_challenges: { token_hash: string; challenge: string; user_id: number | null; expires_at: string };
  /** Hashes of recovery codes for users who have lost their device. Each code works once. */
  recovery_codes: { user_id: number; code_hash: string };
  /** Attempts that count for the throttle. `network` is the /48 of an IPv6 address. */
  login_failures: {
    id: Generated<number>;
    email_key: string;
    address: string;
    network: string | null;
    failed_at: string;
  };
  /** The addresses at which a user has signed in, each with the last time. */
  sign_in_addresses: { user_id: number; address: string; last_at: string };
  /** Hashes of links that set a new password. Each link works once, within an hour. */
  password_links: { token_hash: string; user_id: number; created_at: string; expires_at: string };
  /** Users who were invited and have not set a password. `not_sent`: the mail server did not accept the link. */
  invitations: { user_id: number; invited_by: number; invited_at: string; not_sent: Generated<number> };
  /** Every saved permission matrix as JSON. The id of the newest one is the version of the matrix. */
  permission_saves: { id: Generated<number>; saved_by: number; saved_at: string; permissions: string };
  file_types: { id: Generated<number>; name: string; description: string | null; created_at: string };
  files: {
    id: Generated<number>;
    filename: string;
    /** The name and the folder, folded for search. */
    name_folded: string;
    /** Folded, with padded numbers, so that 'file 2' comes before 'file 10'. */
    name_sort: string;
    filepath: string;
    file_type_id: number;
    team_id: number;
    user_id: number;
    size: number;
    sha256: string;
    media_type: string;
    blob_key: string;
    uploaded_at: string;
    /** The folder from which the file came, such as 'Incoming/2026'. It never changes. */
    folder: Generated<string | null>;
    /** The subjects of the mails with which the file came. Their numbers link it to containers, as those of its name do. */
    mail_subject: Generated<string | null>;
    /** The user who uploaded the current version, and the time. */
    content_by: number;
    content_at: string;
    trashed_at: string | null;
    trashed_by: number | null;
  };
  /** The previous versions of files. */
  file_versions: {
    id: Generated<number>;
    file_id: number;
    filename: string;
    size: number;
    sha256: string;
    media_type: string;
    blob_key: string;
    /** The user who uploaded this version, and the time. */
    user_id: number;
    created_at: string;
  };
  /** The events of files, except uploads and downloads, which have their own tables. */
  file_events: {
    id: Generated<number>;
    file_id: number;
    what: string;
    old_value: string | null;
    new_value: string | null;
    user_id: number;
    happened_at: string;
  };
  /** Resumable uploads. Finished ones stay for a while. */
  /** The messages of the mailbox of MAIL_IN_URL. */
  mailed_messages: {
    id: Generated<number>;
    /** The user, the server and the folder. */
    mailbox: string;
    /** The mail server numbers the messages anew when this changes. Source: RFC 3501, section 2.3.1.1. */
    uid_validity: string;
    uid: number;
    /** 'repeated': taken before, under another number. */
    state: 'reading' | 'taken' | 'left' | 'repeated';
    tries: number;
    /** Identifies a message under any number. Null until its headers have been read. */
    message_key: string | null;
    sender: Generated<string>;
    subject: Generated<string>;
    sent_at: string | null;
    read_at: string;
    /** Why a message was left in the mailbox. */
    reason: string | null;
    detail: string | null;
    /** 1: marked as read in the mailbox. */
    marked: Generated<number>;
  };
  uploads: {
    /** 16 random bytes in the encoding of the URL. */
    id: string;
    user_id: number;
    /** The name of the new file, and its name on the client. */
    filename: string;
    original_name: string;
    modified_at: string | null;
    file_type_id: number;
    /** The team of the new file. Null: the team of the user. */
    team_id: Generated<number | null>;
    /** The folder of the new file. */
    folder: Generated<string | null>;
    /** The container to which the new file is linked. It may no longer exist. */
    container_id: Generated<number | null>;
    size: number;
    /** The number of stored bytes. */
    received: number;
    created_at: string;
    expires_at: string;
    finished_at: Generated<string | null>;
    /** The file created by the upload, and one with the same content. */
    file_id: Generated<number | null>;
    duplicate_of: Generated<number | null>;
  };
  /** The stored bytes of an unfinished upload from `start` on, without gaps. */
  upload_pieces: { upload_id: string; start: number; size: number; sha256: string; blob_key: string };
  /** Blobs without a record. A scheduled job deletes their bytes after a while. */
  pending_blob_deletions: { blob_key: string; requested_at: string };
  /** Missing and damaged blobs; `problem` is 'missing' or 'damaged'. */
  damaged_blobs: { blob_key: string; problem: string; found_at: string };
  /** The work after a write. `work.queries.ts` says what each kind of task is. */
  work: {
    kind: string;
    key: string;
    /** The user or the webhook whose task it is. Owners take turns. */
    owner_id: number;
    queued_at: string;
    /** The time of the next run, or the end of the lease of the server that works on it. */
    due_at: string;
    /** The number of runs that have begun. */
    tries: Generated<number>;
    /** 'waiting', or 'failed' until it is reported. */
    state: Generated<string>;
  };
  /** The results of the content extraction, one row for each content. */
  extractions: {
    blob_key: string;
    /** The user who uploaded it last while it was not queued. */
    uploader_id: Generated<number>;
    /** The version of the extraction worker that processed it. */
    read_by: Generated<number>;
    /** The reason why the extraction failed or is incomplete. */
    problem: string | null;
  };
  /** Results of the virus scanner, one row for each content; none without a scanner. */
  virus_scans: {
    blob_key: string;
    /** 'waiting', 'clean', 'infected', or 'failed' if the scanner could not scan it. */
    state: string;
    /** 1: uploaded while there was a scanner, so other users can open it only after its scan. */
    is_held: number;
    /** The name of the virus, or why the scan failed. */
    finding: string | null;
    uploader_id: number;
    scanned_at: string | null;
  };
  /** Files that the server has derived from a content, each a blob of its own: 'thumbnail' (WebP) or 'page' (HTML). */
  derived_files: {
    blob_key: string;
    kind: string;
    derived_key: string;
    size: number;
    sha256: string;
    derived_at: string;
  };
  /** The extracted text of a blob, for search. Ids increase with the time the blob was stored. */
  texts: {
    id: number;
    blob_key: string;
    text: string;
    /** 1: the text was recognized in pictures. */
    from_scan: Generated<number>;
    /** 1: the document has more text. */
    is_cut: Generated<number>;
  };
  /** The words of letters that stand in texts, each with its parts that a search can look up: itself and its ends. */
  word_parts: { part: string; word: string };
  /**
   * Stored counts of files, so that no screen counts rows: by 'a' (all), 'm2026-11' (month) and 'd2026-11-20' (day).
   */
  file_counts: { span: string; team_id: number; file_type_id: number; files: number };
  downloads: { id: Generated<number>; user_id: number; file_id: number; downloaded_at: string };
  notifications: {
    id: Generated<number>;
    user_id: number;
    title: string;
    message: string;
    link: string | null;
    created_at: string;
    read_at: string | null;
  };
  /**
   * The audit log. Triggers ensure that an entry is changed only to seal it, and deleted only from the beginning of the
   * chain.
   */
  audit_entries: {
    id: Generated<number>;
    at: string;
    /** Null if no user was signed in. The names are those at that time. */
    user_id: number | null;
    user_name: string;
    address: string | null;
    act: string;
    thing_id: number | null;
    thing_name: string | null;
    detail: string | null;
    /** The searchable text, folded, one value per line. */
    search_text: string;
    /** Unique, if set: a second entry with the same value is not inserted. */
    once: string | null;
    /**
     * The number in the chain, without gaps, and the hash of the previous entry and this one. Null until the entry is
     * sealed.
     */
    seq: Generated<number | null>;
    hash: Generated<string | null>;
  };
  /** The newest entry that is 'sealed', and the newest one that was 'pruned'. */
  audit_ends: { name: string; seq: number; hash: string };
};
