const hour = 60 * 60_000;

/** How long mailed links work, in milliseconds. */
export const linkMs = { confirm: 48 * hour, reset: hour } as const;
