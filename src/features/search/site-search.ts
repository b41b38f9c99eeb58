/** The id of the header's search form, which what stands elsewhere on a page can belong to. */
export const siteSearch = 'site-search';
