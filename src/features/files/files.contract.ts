import { z } from 'zod';
import { team } from '#features/teams/teams.contract.ts';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, instant, oneLine } from '#shared/fields.ts';

/** A stored file on the wire. Source: decisions.md section 2. */
export const file = z.object({
  id,
  filename: z.string(),
  filepath: z.string(),
  file_type_id: id.nullable(),
  size: z.number(),
  uploaded_at: instant,
  user_id: id,
  user: z.object({ id, name: z.string() }).nullable(),
  team_id: id,
});
export type File = z.infer<typeof file>;

/** A file of an upload whose content was there already, in a file that the uploader sees. */
export const duplicate = z.object({ id, of: file.pick({ id: true, filename: true, filepath: true }) });
export type Duplicate = z.infer<typeof duplicate>;

/** A file as the files page lists it. */
const listedFile = file.extend({ has_thumbnail: z.boolean().optional() });
export type ListedFile = z.infer<typeof listedFile>;

const teamWithFiles = team.extend({ files: z.array(file) });

export const groupings = ['file_type', 'team'] as const;
export type Grouping = (typeof groupings)[number];

export const sortOrders = ['uploaded_at', 'filename', 'size', 'file_type'] as const;
export type SortOrder = (typeof sortOrders)[number];

/** What the files page narrows its list by; nothing set means every file the caller may see. */
const view = z.object({
  group_by: z.enum(groupings).default('file_type'),
  sort: z.enum(sortOrders).default('uploaded_at'),
  team_id: idText.optional(),
  file_type_id: idText.optional(),
  /** Only files uploaded at or after this instant. */
  uploaded_since: instant.refine((text) => !Number.isNaN(Date.parse(text)), 'This is not a date.').optional(),
  /** A part of a file's, a team's or an uploader's name; case and accents do not matter. */
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
  /** The first files of the group; empty for groups far down the page, which ask for theirs when they come into view. */
  files: z.array(listedFile),
  /** Where the next page of the group begins; null after the last file. */
  next: z.string().nullable(),
});
export type FilesGroup = z.infer<typeof group>;

const overview = z.object({
  /** What the caller may see, whatever the filters say. */
  totals: z.object({ files: z.number(), teams: z.number(), file_types: z.number(), this_week: z.number() }),
  /** How many files pass the filters. */
  matching: z.number(),
  groups: z.array(group),
});
export type FilesOverview = z.infer<typeof overview>;

/** A file in whose text the words of a search were found. */
const textHit = listedFile.extend({
  /** Where they stand, in pieces; `marked` ones are what was searched for. Plain text, whatever it looks like. */
  passage: z.array(z.object({ text: z.string(), marked: z.boolean() })),
});
export type TextHit = z.infer<typeof textHit>;

export const filesContract = {
  teamsWithFiles: {
    method: 'GET',
    path: '/api/teams_with_files',
    summary: 'Every team the caller may see files of, with all of those files.',
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
  },
  textSearch: {
    method: 'GET',
    path: '/api/files/text-search',
    summary:
      'Files in whose text all words of the search occur, the newest content first; the last word may be cut short.',
    query: view.omit({ group_by: true, sort: true, search: true }).extend({
      search: oneLine(10_000),
      after: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(20).default(10),
    }),
    answer: z.object({
      /** May be fewer than asked for although there is a next page: looking for more would have taken too long. */
      files: z.array(textHit),
      next: z.string().nullable(),
      /** How many documents still wait to be read, as far as was counted; on the first page only. */
      waiting: z.number(),
    }),
  },
  upload: {
    method: 'POST',
    path: '/api/upload',
    summary: 'Stores files, all of the request or none, and says which contents were there already.',
    body: z.object({ file_type_id: idText }),
    files: { field: 'files[]', max: 100 },
    answer: z.object({ files: z.array(file), duplicates: z.array(duplicate) }),
    status: 201,
    refuses: [409],
  },
  update: {
    method: 'POST',
    path: '/api/files/:id',
    summary:
      'Renames a file and, when `new_file` is sent, replaces its content; the earlier content is kept as a version.',
    params: z.object({ id: idText }),
    query: z.object({ _method: z.literal('PUT') }),
    body: z.object({ filename: z.string().max(4096).optional() }),
    files: { field: 'new_file', max: 1 },
    answer: file,
    refuses: [403, 409],
  },
  remove: {
    method: 'DELETE',
    path: '/api/files/:id',
    summary: 'Moves a file to the trash.',
    params: z.object({ id: idText }),
  },
  download: {
    method: 'GET',
    path: '/storage/:filepath',
    summary: 'The file itself; `download=1` sends it as an attachment, `version` names an earlier content.',
    params: z.object({ filepath: z.string().regex(/^[A-Za-z0-9_-]{22}$/) }),
    query: z.object({ download: z.string().optional(), version: idText.optional() }),
    sends: 'file',
  },
} as const satisfies Contract;
