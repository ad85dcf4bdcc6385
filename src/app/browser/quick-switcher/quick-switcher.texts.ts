/** Our choice throughout. */
export const texts = {
  title: 'Go to',
  label: 'Search containers, files, people and screens',
  hint: 'Arrow keys choose, Enter opens.',
  results: 'Results',
  kinds: { screens: 'Screens', containers: 'Containers', files: 'Files', people: 'People' },
  nothing: 'Nothing found',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  shortcuts: 'Keyboard shortcuts',
  or: 'or',
  calls: 'API reference',
} as const;

type Keys = readonly [names: readonly string[], act: string];

/** The keyboard shortcuts of each part of the product. */
export const shortcuts: readonly { where: string; keys: readonly Keys[] }[] = [
  {
    where: 'Everywhere',
    keys: [
      [['Ctrl K', '/'], 'Search and go to a container, file, person or screen'],
      [['?'], 'Show this list'],
      [['Esc'], 'Close a dialog or menu'],
    ],
  },
  {
    where: 'Search of files',
    keys: [
      [['"bill of lading"'], 'Find these words together, in this order'],
      [['-draft'], 'Exclude files with this word'],
    ],
  },
  {
    where: 'Lists',
    keys: [
      [['↑', '↓'], 'Go to the first row, and from its links and buttons to the row above or below'],
      [['X'], 'Select or unselect the row'],
    ],
  },
  {
    where: 'List of files',
    keys: [[['Shift ↑', 'Shift ↓'], 'On a checkbox: go to the next file and select it as well']],
  },
  {
    where: 'Preview of a file',
    keys: [
      [['←', '→'], 'Show the previous or next file'],
      [['+', '-', '0'], 'Zoom in, out, or back'],
      [['I'], 'Details'],
      [['C'], 'Containers of the file'],
      [['E'], 'Edit'],
      [['D'], 'Download'],
      [['Del'], 'Delete'],
    ],
  },
  {
    where: 'Upload',
    keys: [[['Ctrl Enter'], 'Upload the chosen files']],
  },
  {
    where: 'Table of containers',
    keys: [
      [['↑', '↓', 'Home', 'End'], 'Move between rows'],
      [['Enter'], 'Open the page of the container'],
      [['X', 'Space'], 'Select or unselect the container'],
      [['H'], 'History'],
      [['D'], 'Delay PFI'],
      [['E'], 'Edit'],
    ],
  },
  {
    where: 'Cells of a row of containers',
    keys: [
      [['←', '→'], 'Move between the cells'],
      [['Enter', 'F2'], 'Edit the cell'],
      [['Ctrl C', 'Ctrl V'], 'Copy and paste cells'],
      [['Ctrl D'], 'Fill down'],
      [['Ctrl Z'], 'Undo the last change of cells'],
      [['Alt ←', 'Alt →'], 'Move the column'],
    ],
  },
];
