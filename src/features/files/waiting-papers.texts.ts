/** The filter of the papers that wait for their container. Our choice throughout. */
export const waitingTexts = { container: 'Container', allFiles: 'All Files', waiting: 'Waiting Papers' } as const;
