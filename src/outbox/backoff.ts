const minDelayMs = 2_000;
const maxDelayMs = 15 * 60_000;

/**
 * Milliseconds until the next attempt: exponential backoff with full jitter, between 2 s and 15 min, never less than
 * the server's `Retry-After` (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 * @param attempts number of attempts so far, 1 or more
 * @param random 0 to 1
 */
export function backoff(attempts: number, random: number, retryAfter: number | null = null): number {
  const limit = Math.min(maxDelayMs, minDelayMs * 2 ** Math.min(attempts, 12));
  return Math.max(retryAfter ?? 0, Math.round(minDelayMs + random * (limit - minDelayMs)));
}
