/** The menu in which a list is downloaded. */
export const exportTexts = { export: 'Export', csv: 'CSV', xlsx: 'Excel (XLSX)' } as const;
