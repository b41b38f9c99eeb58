/** Returns a copy without these fields. */
export const omit = <T extends object, K extends keyof T>(whole: T, ...fields: readonly K[]): Omit<T, K> =>
  Object.fromEntries(Object.entries(whole).filter(([field]) => !fields.includes(field as K))) as Omit<T, K>;
