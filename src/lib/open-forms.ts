/** The open forms of this tab, which may have unsaved changes. */
export const openForms = new Set<{ flush(): Promise<void>; isBehind(): boolean }>();

/** Saves every open form at once: before an update is installed, and when the page is hidden. */
export const saveOpenForms = async (): Promise<void> => {
  await Promise.all([...openForms].map((one) => one.flush()));
};
