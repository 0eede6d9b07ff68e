/** Name of the field that proves that a form comes from our page. */
export const FORM_TOKEN = 'form_token';
