/**
 * The owner code of the containers of the sample company, which is not registered (ISO 6346). The names of its documents
 * have it too, so a search for it finds both. In a file of its own, because the dashboard needs no more of the sample.
 */
export const sampleOwner = 'QQXU';
