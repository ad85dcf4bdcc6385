/** Sentences of the links between containers and files. Our choice throughout. */
export const refusals = {
  onlyOwnFiles: 'You can only link and unlink files that you uploaded.',
  notLinked: 'This file is not linked to this container.',
} as const;
