/** Whether the page was reloaded or reached by Back or Forward, so that the browser leaves scrolling to this app. */
export function isReturn(): boolean {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return arrival?.type === 'reload' || arrival?.type === 'back_forward';
}
