/** Our choice. */
export const texts = {
  title: (brand: string) => `${brand} API`,
  intro:
    'Sign in with POST /api/login; the session is a cookie. Every POST, PUT and DELETE needs the header X-XSRF-TOKEN with the decoded value of the cookie XSRF-TOKEN, which GET /sanctum/csrf-cookie sets. Answers are JSON, instants ISO 8601 in UTC, calendar dates yyyy-mm-dd.',
  download: 'The same as OpenAPI 3.1',
  contents: 'Calls',
  who: 'Who may',
  anyone: 'Anyone',
  signedIn: 'Anyone signed in',
  roles: (names: string) => `Roles: ${names}`,
  module: (name: string) => `whose role may view '${name}'`,
  path: 'In the path',
  query: 'In the query',
  body: 'Body',
  answer: 'Answer',
  noContent: 'Nothing',
  file: 'The file itself, whole or a range of it',
  archive: 'A ZIP archive',
  events: 'A stream of server-sent events',
  page: 'A page',
  failure: 'How the call went wrong, as a sentence and by field',
  parts: { files: 'Files' },
} as const;
