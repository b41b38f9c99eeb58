import type { APIResponse, Route } from 'playwright-core';

/**
 * Sends an intercepted request and returns the reply. Retries on a connection that the server has closed while it was
 * idle, as browsers do.
 */
export const replyOf = (route: Route, headers?: Record<string, string>): Promise<APIResponse> =>
  route.fetch({ ...(headers && { headers }), maxRetries: 3 });
