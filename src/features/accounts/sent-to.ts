/** Reads the e-mail address from the navigation state, which appears in no URL or log. */
export function sentTo(state: unknown): string | undefined {
  const email = (state as { email?: unknown } | null)?.email;
  return typeof email === 'string' ? email : undefined;
}
