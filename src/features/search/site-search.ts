/** Id of the header's search form, for inputs outside of it. */
export const siteSearch = 'site-search';
