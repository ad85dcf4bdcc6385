/** The product name if BRAND_NAME is not set. */
export const defaultBrand = 'Stowage';

export const tagline = 'Digital Storage';

export const texts = {
  cancel: 'Cancel',
  delete: 'Delete',
  save: 'Save',
  cursorInvalid: 'The cursor is invalid. Load the list again.',
};
