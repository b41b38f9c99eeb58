/** The address that one page tells the next, so that it is in no history and no log. */
export function sentTo(state: unknown): string | undefined {
  const email = (state as { email?: unknown } | null)?.email;
  return typeof email === 'string' ? email : undefined;
}
