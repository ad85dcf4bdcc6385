export const exportHeadings = [
  'ID',
  'Name',
  'Email',
  'Role ID',
  'Role',
  'Team ID',
  'Team',
  'IDs of viewed teams',
  'Files',
  'Downloads',
  'Last sign-in (UTC)',
  'Created (UTC)',
  'Suspended (UTC)',
  'Two-factor sign-in since (UTC)',
] as const;

export const exportName = 'users';
