/** Our choice throughout: the specification has no sample company. */
export const texts = {
  offer:
    'To look around first, add a sample company: containers in every state, with their documents. You can remove all of it later.',
  add: 'Add sample company',
  added: 'Sample company added',
  addFailed: 'The sample company could not be added',
  title: 'The sample company is in your lists',
  present:
    'Its teams and suppliers are marked “(sample)”. Remove it before you enter your own data, or at any time later.',
  containers: 'View its containers',
  documents: 'View its documents',
  remove: 'Remove sample company',
  confirmAction: 'Remove',
  removed: 'Sample company removed',
  removeFailed: 'The sample company could not be removed',
  confirmTitle: 'Remove the sample company?',
  confirm: 'Are you sure you want to remove the sample company?',
  affected:
    'Its containers and documents will be permanently deleted, even if you changed them. Its teams, file types and suppliers stay if you use them for your own files, containers or users.',
} as const;

/** The server's refusals. */
export const refusals = {
  exists: 'The sample company is already there.',
  notEmpty: 'The sample company can be added only as long as there are no files and no containers.',
  gone: 'The sample company is not there.',
} as const;
