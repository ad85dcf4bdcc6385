/** The product's own name, unless BRAND_NAME says otherwise. */
export const defaultBrand = 'Stowage';

export const tagline = 'Digital Storage';

export const texts = {
  cancel: 'Cancel',
  delete: 'Delete',
  save: 'Save',
};
