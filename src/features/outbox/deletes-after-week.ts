/**
 * Returns whether the browser deletes a site's storage after seven days without a visit: WebKit does unless the site is
 * installed (https://webkit.org/blog/10218/full-third-party-cookie-blocking-and-more/).
 */
export const deletesAfterWeek = (vendor: string, isInstalled: boolean): boolean =>
  vendor.startsWith('Apple') && !isInstalled;
