import type { Generated } from 'kysely';

/** The tables of containers and of their links to files. See tables.ts for the form of dates and booleans. */
export type ContainerTables = {
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
    /** Increases with every change by a user, except when parties are merged. */
    version: Generated<number>;
    pfi_delays: Generated<number>;
    ex_factory_delays: Generated<number>;
    pfi_moves: Generated<number>;
    ex_factory_moves: Generated<number>;
    first_pfi_date: string;
    first_ex_factory_date: string;
    /** The searchable values in their normal form, the name first, one per line. The database indexes its parts. */
    search_text: string;
    /** The last PFI date that was marked as overdue. */
    overdue_date: Generated<string | null>;
    container_number: Generated<string | null>;
    /** The ISO 6346 number of the container in normal form, from its own field, the name or the order number. */
    number_norm: Generated<string | null>;
    bl_number: Generated<string | null>;
    booking_number: Generated<string | null>;
    vessel: Generated<string | null>;
    voyage: Generated<string | null>;
    goods: Generated<string | null>;
    seal: Generated<string | null>;
    /** UN/LOCODEs. */
    pol: Generated<string | null>;
    pod: Generated<string | null>;
    etd: Generated<string | null>;
    eta: Generated<string | null>;
    first_etd: Generated<string | null>;
    first_eta: Generated<string | null>;
    etd_moves: Generated<number>;
    eta_moves: Generated<number>;
    atd: Generated<string | null>;
    ata: Generated<string | null>;
    last_free_day: Generated<string | null>;
    /** The day until which the carrier lends the container. */
    empty_return_due: Generated<string | null>;
    /** The last day and stage that people were notified of: '2026-11-25 passed'. */
    last_free_day_notice: Generated<string | null>;
    empty_return_due_notice: Generated<string | null>;
    /** The last PFI date for which people were notified of missing documents. */
    papers_notice: Generated<string | null>;
    packages: Generated<number | null>;
    weight_kg: Generated<number | null>;
    supplier_id: Generated<number | null>;
    customer_id: Generated<number | null>;
    carrier_id: Generated<number | null>;
    assignee_id: Generated<number | null>;
    /** Null: all users with the module see the container. */
    team_id: Generated<number | null>;
    /** The last import that created or changed the container. Its row may have been deleted since. */
    import_id: Generated<number | null>;
    remarks: Generated<string | null>;
    /** 1 after a delay, until this date is changed. */
    awaits_pfi_date: Generated<number>;
    awaits_ex_factory_date: Generated<number>;
    /** The day of the receipt and the departure, as entered or as the server's day of the change. It can precede the status. */
    received_on: Generated<string | null>;
    departed_on: Generated<string | null>;
    /**
     * Days from the promised date to the day of the receipt, the departure or the arrival (ATA). Not above 0: on time. The
     * first is of the first promised date, the second of the date that was promised last.
     */
    pfi_slip: Generated<number | null>;
    pfi_last_slip: Generated<number | null>;
    ex_factory_slip: Generated<number | null>;
    ex_factory_last_slip: Generated<number | null>;
    eta_slip: Generated<number | null>;
    eta_last_slip: Generated<number | null>;
  };
  /** The changes of containers that each user has seen on the personal dashboard. */
  container_looks: {
    user_id: number;
    /** The last time of the current visit, and the newest entry of the histories at that time. */
    looked_at: string;
    looked_until: number;
    /** The end of the visit before, and the newest entry at that time. Null in the first visit. */
    since_at: string | null;
    since_event: number | null;
  };
  /** Suppliers, customers and carriers. `name_norm` is unique. A carrier can have the cost of a day over free time. */
  parties: {
    id: Generated<number>;
    name: string;
    name_norm: string;
    created_at: string;
    day_rate: Generated<number | null>;
    currency: Generated<string | null>;
  };
  /** The file types that are expected of containers: of all, or of those with this supplier or carrier. */
  checklist: {
    id: Generated<number>;
    file_type_id: number;
    /** 'received' or 'departed': expected before a container is marked so. */
    stage: string;
    party_id: number | null;
  };
  container_followers: { container_id: number; user_id: number };
  /** Links between containers and files. A removed one stays, so that the server does not make it again. */
  container_files: {
    container_id: number;
    file_id: number;
    /** 'hand', or 'name' or 'text': where the server has found a number of the container. */
    how: string;
    /** The number that was found, in normal form. */
    found: string | null;
    /** Null if the server made the link. */
    linked_by: number | null;
    linked_at: string;
    removed_at: string | null;
  };
  /** The documents of entries in the history of containers. */
  event_files: { event_id: number; file_id: number };
  /**
   * The numbers of containers that link files, in normal form. Derived. For ISO 6346 numbers, which later voyages use again,
   * `departed_at` is the time of departure, and papers that are uploaded after `papers_until` are not linked.
   */
  container_numbers: {
    container_id: number;
    value: string;
    departed_at: string | null;
    papers_until: string | null;
  };
  /**
   * The numbers in the names of files. Derived. `waits`: of an ISO 6346 number 1 if no container has it, 2 if one does; 0 of
   * others.
   */
  file_references: { file_id: number; value: string; waits: number; in_subject: Generated<number> };
  /** The numbers in the texts of contents. Derived. */
  content_references: { blob_key: string; value: string; waits: number };
  /** `columns` is JSON. */
  saved_views: {
    id: Generated<number>;
    user_id: number;
    name: string;
    query: string;
    columns: string;
    /** 1: shared with all users with the module. */
    shared: number;
  };
  /**
   * Bulk changes that can be undone. `before` is JSON: the earlier values of each container. `request` is a hash of the call,
   * if it named the versions of a preview.
   */
  bulk_changes: {
    id: Generated<number>;
    user_id: number;
    made_at: string;
    undone_at: string | null;
    before: string;
    request: string | null;
  };
  /**
   * Imports of spreadsheets. `sheets` is JSON, and so is `draft`: the choices that a user has not confirmed yet, and then those
   * of the run.
   */
  imports: {
    id: Generated<number>;
    kind: Generated<'containers' | 'users'>;
    user_id: number;
    name: string;
    sheets: string;
    read_at: string;
    done_at: Generated<string | null>;
    undone_at: Generated<string | null>;
    draft: Generated<string | null>;
  };
  /**
   * JSON of the rows of a sheet (`part` is its index), of the answer about the file (`file`), of the values before the import
   * (`undo`), or of the rows that it did not import (`left_out`).
   */
  import_chunks: { import_id: number; part: string; start: number; data: string };
  /** The fields of the columns that a user of a team has chosen, by the headings of a file. `columns` is JSON. */
  import_mappings: { headings: string; user_id: number; team_id: number | null; columns: string; saved_at: string };
  /** The events of containers, in order. The delay logs are the events 'delay_pfi' and 'delay_ex_factory'. */
  container_events: {
    id: Generated<number>;
    container_id: number;
    what: string;
    old_value: Generated<string | null>;
    new_value: Generated<string | null>;
    /** Null if the server itself made the change. */
    user_id: number | null;
    reason: Generated<string | null>;
    category: Generated<string | null>;
    /** The PFI date of an automatic entry. There is at most one such entry per container and date. */
    overdue_date: Generated<string | null>;
    happened_at: string;
    /** The category of a delay, 'overdue' if the server logged it, or 'none'. `logged_on` is the date on the server. */
    cause: Generated<string | null>;
    logged_on: Generated<string | null>;
    /** The date at the time of the delay. `days_lost`: the days by which it moved until the next delay of the same date. */
    promised_date: Generated<string | null>;
    days_lost: Generated<number | null>;
    /** Of a delay by a user: how many reminders of a missing new date were due. Null after the last one. */
    reminders: Generated<number | null>;
    /** Of a comment: its text in the normal form of a search. */
    search_text: Generated<string | null>;
  };
};
