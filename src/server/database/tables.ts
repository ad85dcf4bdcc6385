import type { Generated } from 'kysely';

// Names are the wire's. Moments are ISO 8601 UTC text, calendar dates are `yyyy-mm-dd` text, yes and no are 1 and 0.

export type Tables = {
  settings: { name: string; value: string };
  /** Work that is done again and again, as it was the last time; `result` is JSON. */
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
    /** Lower-cased; unique among people who are not deleted. */
    email_key: string;
    password_hash: string;
    /** 1: somebody else chose the password, and knows it. */
    password_given: Generated<number>;
    role_id: number;
    team_id: number | null;
    created_at: string;
    last_login_at: string | null;
    deleted_at: string | null;
    /** Signed out and kept out until somebody reactivates them; their files stay. */
    suspended_at: Generated<string | null>;
    /** Since when signing in takes a code as well; none when it does not. */
    two_factor_at: Generated<string | null>;
    /** Files that are not in the trash. */
    files_count: Generated<number>;
    downloads_count: Generated<number>;
  };
  /** Teams whose files a person may see beside those of their own team. */
  team_viewers: { user_id: number; team_id: number };
  sessions: {
    /** SHA-256 of the token; the token itself is only in the cookie. */
    token_hash: string;
    user_id: number;
    created_at: string;
    last_used_at: string;
    expires_at: string;
    /** 1: expires_at is fixed; 0: it moves on with every use. */
    remembered: number;
    address: string | null;
    user_agent: string | null;
    /** When the password was last typed in this session. */
    confirmed_at: string | null;
  };
  /** Whose password was right and whose code is still awaited; by the hash of the visitor's token. */
  pending_sign_ins: { token_hash: string; user_id: number; remembered: number; expires_at: string };
  /** What makes somebody's codes, sealed; there before it is turned on. `last_step` is the latest one whose code was taken. */
  two_factor_secrets: { user_id: number; secret: string; last_step: number };
  /** Codes for whoever has lost their app, each good once; only hashes. */
  recovery_codes: { user_id: number; code_hash: string };
  login_failures: { id: Generated<number>; email_key: string; address: string; failed_at: string };
  /** Links that set a new password, each good once and for an hour; only a hash of what is in the link. */
  password_links: { token_hash: string; user_id: number; created_at: string; expires_at: string };
  /** Every matrix that was saved, whole, as JSON. The newest one's id is the matrix's version. */
  permission_saves: { id: Generated<number>; saved_by: number; saved_at: string; permissions: string };
  file_types: { id: Generated<number>; name: string; description: string | null; created_at: string };
  files: {
    id: Generated<number>;
    filename: string;
    /** Folded for search. */
    name_folded: string;
    /** Folded, with numbers padded, so that 'file 2' comes before 'file 10'. */
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
    /** Who brought the content the file has now, and when. */
    content_by: number;
    content_at: string;
    trashed_at: string | null;
    trashed_by: number | null;
  };
  /** The contents a file had before it was replaced. */
  file_versions: {
    id: Generated<number>;
    file_id: number;
    filename: string;
    size: number;
    sha256: string;
    media_type: string;
    blob_key: string;
    /** Who brought this content, and when. */
    user_id: number;
    created_at: string;
  };
  /** What happened to a file; uploads, downloads and what it is now have tables of their own. */
  file_events: {
    id: Generated<number>;
    file_id: number;
    what: string;
    old_value: string | null;
    new_value: string | null;
    user_id: number;
    happened_at: string;
  };
  /** Files that arrive piece by piece, and for a while those that have arrived. */
  uploads: {
    /** 16 random bytes, as an address has them. */
    id: string;
    user_id: number;
    /** What the file will be called, and what it was called where it came from. */
    filename: string;
    original_name: string;
    modified_at: string | null;
    file_type_id: number;
    size: number;
    /** Bytes that are safe. */
    received: number;
    created_at: string;
    expires_at: string;
    finished_at: Generated<string | null>;
    /** The file it became, and one with the same content. */
    file_id: Generated<number | null>;
    duplicate_of: Generated<number | null>;
  };
  /** The bytes of an unfinished upload from `start` on; without gaps. */
  upload_pieces: { upload_id: string; start: number; size: number; sha256: string; blob_key: string };
  /** Blobs whose last record was deleted for good; a sweep removes their bytes a while later. */
  doomed_blobs: { blob_key: string; doomed_at: string };
  /** Blobs that are not what was stored; `problem` is 'missing' or 'damaged'. */
  damaged_blobs: { blob_key: string; problem: string; found_at: string };
  /** Contents that are read in the background, each once. `due_at` is when it is read next; none once that is done. */
  readings: {
    blob_key: string;
    due_at: string | null;
    /** How often reading it has begun and not ended. */
    tries: Generated<number>;
    /** The version of the reader that read it. */
    read_by: Generated<number>;
    /** Why nothing or not all could be made of it. */
    problem: string | null;
  };
  /** What was made of a content for the eye, a blob of its own: 'thumbnail' (WebP) or 'page' (HTML). */
  renditions: {
    blob_key: string;
    kind: string;
    rendition_key: string;
    size: number;
    sha256: string;
    made_at: string;
  };
  /** The text of a content, for search. Its id grows with the moment the content was stored. */
  texts: { id: number; blob_key: string; text: string };
  /** Files whose names, places or owners have changed lately, for those who keep them in memory. */
  file_changes: { id: Generated<number>; file_id: number };
  /** How many files there are, so that no screen has to count: by 'a' (all), 'm2026-11' (month) and 'd2026-11-20' (day). */
  file_tally: { span: string; team_id: number; file_type_id: number; files: number };
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
  containers: {
    id: Generated<number>;
    name: string;
    container_no: string;
    pfi_date: string;
    ex_factory_date: string;
    status_id: number;
    is_delayed_pfi: Generated<number>;
    is_delayed_ex_factory: Generated<number>;
    created_by: number;
    checked_by: number | null;
    created_at: string;
    updated_at: string;
    deleted_at: string | null;
    deleted_by: number | null;
    /** Grows with every change that a person makes. */
    version: Generated<number>;
    pfi_delays: Generated<number>;
    ex_factory_delays: Generated<number>;
    pfi_moves: Generated<number>;
    ex_factory_moves: Generated<number>;
    first_pfi_date: string;
    first_ex_factory_date: string;
    /** Name and order number, folded, a line each. */
    search_text: string;
    /** The PFI date that was marked as crossed last. */
    overdue_date: Generated<string | null>;
  };
  /** Everything that happened to a container, in order. Its delay logs are those of 'delay_pfi' and 'delay_ex_factory'. */
  container_events: {
    id: Generated<number>;
    container_id: number;
    what: string;
    old_value: Generated<string | null>;
    new_value: Generated<string | null>;
    /** None when the server itself did it. */
    user_id: number | null;
    reason: Generated<string | null>;
    category: Generated<string | null>;
    /** The PFI date an automatic entry is about; at most one such entry for each container and date. */
    overdue_date: Generated<string | null>;
    happened_at: string;
  };
  /** Who did what. Never changed but to be sealed, and never deleted but from the beginning of the chain: triggers see to both. */
  audit_entries: {
    id: Generated<number>;
    at: string;
    /** None where nobody was signed in. The names are those of that moment. */
    user_id: number | null;
    user_name: string;
    address: string | null;
    act: string;
    thing_id: number | null;
    thing_name: string | null;
    detail: string | null;
    /** What a search looks in, folded, a line each. */
    search_text: string;
    /** Of two entries that say the same here, there is only the first. */
    once: string | null;
    /** The place in the chain, without gaps, and the hash over the one before and this entry; none until it is sealed. */
    seq: Generated<number | null>;
    hash: Generated<string | null>;
  };
  /** The newest entry that is 'sealed', and the newest one that was 'pruned'. */
  audit_ends: { name: string; seq: number; hash: string };
};
