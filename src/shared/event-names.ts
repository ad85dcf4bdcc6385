/** The changes that webhooks report, and their meaning. The API document and the form of a webhook show them. */
export const eventMeanings = {
  'file.stored': 'A file was uploaded, or restored from the trash.',
  'file.replaced': 'A file got another content.',
  'file.deleted': 'A file was moved to the trash.',
  'container.created': 'A container was added.',
  'container.changed': 'Details, dates or the status of a container changed.',
  'container.late': 'A container was marked as delayed, by a user or because its date has passed.',
  'container.received': 'A container was received.',
  'container.departed': 'A container departed.',
  'document.linked': 'A file was linked to a container, by a user or by a number in its name or text.',
} as const;

export type EventName = keyof typeof eventMeanings;
export const eventNames = Object.keys(eventMeanings) as EventName[];
