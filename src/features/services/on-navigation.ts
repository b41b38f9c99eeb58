/** Calls `went` after each change of the address. Browsers without the Navigation API tell of Back and Forward only. */
export function onNavigation(went: () => void): void {
  if ('navigation' in globalThis) navigation.addEventListener('currententrychange', went);
  else addEventListener('popstate', went);
}
