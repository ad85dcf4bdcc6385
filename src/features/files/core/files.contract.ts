import { z } from 'zod';
import { team } from '#features/teams/teams.contract.ts';
import type { Contract } from '#shared/endpoint.ts';
import { chosenId, id, idText, instant, oneLine } from '#shared/fields.ts';
import { texts } from './files.texts.ts';
import { cleanFolder, longestFolderBytes } from './folders.rules.ts';

/** A stored file as the API sends it. See docs/choices.md#answers-of-calls. */
export const file = z
  .object({
    id,
    filename: z.string(),
    filepath: z.string(),
    file_type_id: id.nullable(),
    size: z.number(),
    uploaded_at: instant,
    user_id: id,
    user: z.object({ id, name: z.string() }).nullable(),
    team_id: id,
    /** The folder from which the file came, such as 'Incoming/2026'. Absent if it came without one. */
    folder: z.string().optional(),
  })
  .meta({ id: 'File' });
export type File = z.infer<typeof file>;

/** An uploaded file whose content is already stored in another file that the uploader may see. */
export const duplicate = z.object({ id, of: file.pick({ id: true, filename: true, filepath: true }) });
export type Duplicate = z.infer<typeof duplicate>;

/** `linked`: whether the files are linked to the container of the upload. Absent if it has none. */
export const uploaded = z.object({
  files: z.array(file),
  duplicates: z.array(duplicate),
  linked: z.boolean().optional(),
});

/** The team of the new files, by default that of the uploader, and a container to link them to. Our choice. */
export const uploadTarget = z.object({ team_id: idText.optional(), container_id: idText.optional() });

/** The result of the virus scanner for the current content. Left out if it found nothing, and without a scanner. */
export const virusScan = z.object({
  state: z.enum(['waiting', 'infected', 'failed']),
  /** The name of the virus, or why the scan failed. */
  finding: z.string().nullable(),
  /** Whether the caller cannot open the file. */
  is_blocked: z.boolean(),
});

/** Whether a list can show a file with a thumbnail. */
export const thumbnailField = { has_thumbnail: z.boolean().optional() };

/** A file as the files page lists it. */
const listedFile = file.extend({ ...thumbnailField, virus_scan: virusScan.optional() });
export type ListedFile = z.infer<typeof listedFile>;

const teamWithFiles = team.extend({ files: z.array(file) });

export const groupings = ['file_type', 'team'] as const;
export type Grouping = (typeof groupings)[number];

/** The orders of 'Sort By'. See docs/specification.md#filters-of-the-files-page. */
export const sortOrders = ['uploaded_at', 'filename', 'size', 'file_type'] as const;
/** The orders of the list. A click on a heading offers one more. */
export const listOrders = [...sortOrders, 'team'] as const;
export type SortOrder = (typeof listOrders)[number];

export const directions = ['asc', 'desc'] as const;
export type Direction = (typeof directions)[number];

/** A folder in a query. Blank means none. */
const folderText = z
  .string()
  .max(4 * longestFolderBytes)
  .transform((path) => cleanFolder(path) ?? undefined);

const moment = instant.refine((text) => !Number.isNaN(Date.parse(text)), 'This is not a date.');

/** The filters of the files page. Without any, the list has every file that the caller may see. */
const view = z.object({
  group_by: z.enum(groupings).default('file_type'),
  /** In the orders by type and by team, the newest file of a type or team comes first. */
  sort: z.enum(listOrders).default('uploaded_at'),
  /** Without it, dates and sizes descend and names ascend. */
  order: z.enum(directions).optional(),
  team_id: idText.optional(),
  file_type_id: idText.optional(),
  /** Only files uploaded at or after this instant. */
  uploaded_since: moment.optional(),
  /** Only files uploaded before this instant. */
  uploaded_before: moment.optional(),
  /** Only files that this user uploaded. */
  user_id: idText.optional(),
  /** Only files with a container number that no container has, for callers who may open the containers. */
  waiting: z.literal('yes').optional(),
  /** Only files from this folder and those below it. */
  folder: folderText.optional(),
  /** Only files that are linked to this container. None if the caller does not see it. */
  container_id: idText.optional(),
  /**
   * Part of the name of a file, its folder, a team or an uploader. Case and accents do not matter. `"a phrase"` and `-word` are
   * read by search-query.ts.
   */
  search: oneLine(10_000).optional(),
});
export type FilesView = z.output<typeof view>;

const group = z.object({
  /** The file type's or the team's id. */
  id,
  /** Missing when the file type was deleted. */
  name: z.string().nullable(),
  description: z.string().nullable(),
  files_count: z.number(),
  /**
   * The first files of the group. Empty for groups far down the page: the client requests theirs when they scroll into
   * view.
   */
  files: z.array(listedFile),
  /** The cursor of the group's next page; null after the last file. */
  next: z.string().nullable(),
});
export type FilesGroup = z.infer<typeof group>;

const overview = z.object({
  /** Counts of everything that the caller may see, without the filters. */
  totals: z.object({ files: z.number(), teams: z.number(), file_types: z.number(), this_week: z.number() }),
  /** The number of files that pass the filters. */
  matching: z.number(),
  groups: z.array(group),
});
export type FilesOverview = z.infer<typeof overview>;

/** The source of the text: of an archive, only the names of its files are searched. That of a scan was recognized in pictures. */
const textSources = ['text', 'archive', 'scan'] as const;
export const textOrders = ['newest', 'relevance'] as const;
export type TextOrder = (typeof textOrders)[number];

/** A file whose text contains the words of a search. */
const textHit = listedFile.extend({
  /** An excerpt in pieces; the `marked` ones match the search. Always plain text, also when it looks like HTML. */
  snippet: z.array(z.object({ text: z.string(), marked: z.boolean() })),
  found_in: z.enum(textSources),
});
export type TextHit = z.infer<typeof textHit>;

/** The folder of each uploaded file, in their order, as a JSON array of texts. An empty text means none. */
const foldersOfFiles = z
  .string()
  .max(131_072)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('The folders are not a JSON array of texts.');
      return z.NEVER;
    }
  })
  .pipe(z.array(z.string().max(4 * longestFolderBytes), 'The folders are not a JSON array of texts.').max(100));

const isKnown = (make: () => unknown): boolean => {
  try {
    return Boolean(make());
  } catch {
    return false;
  }
};

/** The language and the time zone of the reader. The server formats documents for them. */
export const readerFields = {
  language: z
    .string()
    .max(35)
    .refine((tag) => isKnown(() => new Intl.Locale(tag)), 'This is not a language tag such as de-DE.')
    .optional(),
  time_zone: z
    .string()
    .max(64)
    .refine((timeZone) => isKnown(() => new Intl.DateTimeFormat('en', { timeZone })), 'This is not a time zone.')
    .optional(),
};

export const filesContract = {
  teamsWithFiles: {
    method: 'GET',
    path: '/api/teams_with_files',
    summary: 'Every team of which the caller may see files, with all of those files.',
    answer: z.array(teamWithFiles),
    sends: 'pieces',
  },
  overview: {
    method: 'GET',
    path: '/api/files/overview',
    summary: 'Totals, and the groups of the files page with their counts and first files.',
    query: view,
    answer: overview,
  },
  group: {
    method: 'GET',
    path: '/api/files/group',
    summary: 'The next files of one group.',
    query: view.extend({
      group_id: idText,
      after: z.string().max(2000).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(5),
    }),
    answer: z.object({ files: z.array(listedFile), next: z.string().nullable() }),
    refuses: ['cursor.invalid'],
  },
  textSearch: {
    method: 'GET',
    path: '/api/files/text-search',
    summary:
      'Files in whose text all words and "phrases" of the search occur and no -word; the last word may be cut short.',
    query: view.omit({ group_by: true, sort: true, order: true, search: true, waiting: true }).extend({
      search: oneLine(10_000),
      /** With `relevance`, the newest 200 matches are sorted by score. Older ones follow by date. */
      order: z.enum(textOrders).default('newest'),
      after: z.string().max(2000).optional(),
      limit: z.coerce.number().int().min(1).max(20).default(10),
    }),
    answer: z.object({
      /**
       * May have fewer than `limit` files although there is a next page: the server stops a search that takes too long.
       */
      files: z.array(textHit),
      next: z.string().nullable(),
      /** When nothing is found: the search with one typing error corrected. It finds something. */
      suggestion: z.string().optional(),
      /** Number of documents that wait for content extraction, up to a maximum; on the first page only. */
      waiting: z.number(),
      /** On the first page only. `more`: there may be more files than these, which the server has not counted. */
      total: z.object({ files: z.number(), more: z.boolean() }).optional(),
    }),
    refuses: ['cursor.invalid'],
  },
  upload: {
    method: 'POST',
    path: '/api/upload',
    summary: 'Stores all files of the request or none, and names those whose content was already stored.',
    /** In the address, so that the server refuses them before it receives the files. */
    query: uploadTarget,
    body: z.object({ file_type_id: chosenId(texts.noTypeChosen), folders: foldersOfFiles.optional() }),
    files: { field: 'files[]', max: 100, maxFieldBytes: 131_072 },
    answer: uploaded,
    status: 201,
    refuses: [
      'file.no_team',
      'upload.no_file',
      'file_type.unknown',
      'reference.gone',
      'team.unknown',
      'file.move_denied',
      'container.not_found',
      'permission.denied',
    ],
  },
  update: {
    method: 'POST',
    path: '/api/files/:id',
    summary:
      'Renames a file and, when `new_file` is sent, replaces its content; the earlier content is kept as a version.',
    params: z.object({ id: idText }),
    query: z.object({ _method: z.literal('PUT') }),
    /** With `shown_filename`, a rename is refused with 409 if the file has another name by now. */
    body: z.object({
      filename: z.string().max(4096).optional(),
      shown_filename: z.string().max(4096).optional(),
    }),
    files: { field: 'new_file', max: 1 },
    answer: file,
    refuses: ['file.not_found', 'file.not_owner', 'file.nothing_to_change', 'file.changed'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/files/:id',
    summary: 'Moves a file to the trash.',
    params: z.object({ id: idText }),
    refuses: ['file.not_found', 'file.not_owner'],
  },
  download: {
    method: 'GET',
    path: '/storage/:filepath',
    summary: 'The content of a file; `download=1` sends it as an attachment, `version` selects an earlier version.',
    params: z.object({ filepath: z.string().regex(/^[A-Za-z0-9_-]{22}$/) }),
    query: z.object({ download: z.string().optional(), version: idText.optional() }),
    sends: 'file',
    refuses: ['file.infected', 'file.not_scanned', 'file.not_found', 'file.version_not_found', 'file.damaged'],
  },
} as const satisfies Contract;
