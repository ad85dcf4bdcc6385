/**
 * Opens a folder picker and returns all files below the folder. Returns undefined if the user cancels. Some browsers report an
 * empty folder in the same way.
 */
export const pickFolder = (): Promise<globalThis.File[] | undefined> => pick({ webkitdirectory: true });

/** Opens a file picker for one file. */
export const pickFile = async (): Promise<globalThis.File | undefined> => (await pick({}))?.[0];

/** Opens a file picker for several files. On a phone it offers the photos too. */
export const pickFiles = async (): Promise<globalThis.File[]> => (await pick({ multiple: true })) ?? [];

/** Opens the camera of a phone. Other devices open a file picker for pictures. */
export const takePhoto = async (): Promise<globalThis.File[]> =>
  (await pick({ accept: 'image/*', capture: 'environment' })) ?? [];

type Options = Partial<Pick<HTMLInputElement, 'webkitdirectory' | 'multiple' | 'accept' | 'capture'>>;

function pick({ capture, ...options }: Options): Promise<globalThis.File[] | undefined> {
  const input = Object.assign(document.createElement('input'), { type: 'file', ...options });
  if (capture) input.setAttribute('capture', capture);
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });
}
