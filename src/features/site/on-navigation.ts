/** Calls `went` after each navigation. Browsers without the Navigation API report Back and Forward only. */
export function onNavigation(went: () => void): void {
  if ('navigation' in globalThis) navigation.addEventListener('currententrychange', went);
  else addEventListener('popstate', went);
}
