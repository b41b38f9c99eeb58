/** The forms that are open here, each with something that it may not have kept yet. */
export const openForms = new Set<{ flush(): Promise<void>; isBehind(): boolean }>();

/** Keeps every open form at once: before an update takes over, and when the page is hidden. */
export const flushDrafts = async (): Promise<void> => {
  await Promise.all([...openForms].map((one) => one.flush()));
};
