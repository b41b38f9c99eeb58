import type { Context, MiddlewareHandler } from 'hono';
import { Problem } from '#contract/problems.ts';
import type { Scope } from '#contract/programs.ts';
import { SessionCookies } from '../sessions/cookies.ts';
import type { Program, Visitor } from './kit.ts';

/** The personal token that a program sends (RFC 6750, 2.1), in whatever form; null for a browser. */
export function bearerOf(c: Context): string | null {
  const found = /^Bearer(?:\s+(.*))?$/i.exec(c.req.header('authorization') ?? '');
  return found && (found[1] ?? '').trim();
}

/**
 * Refuses a request with a personal token and a session, so that it is never in doubt who asks and what they may do.
 * @throws token.with_session
 */
export function eitherTokenOrSession(secure: boolean): MiddlewareHandler<Visitor> {
  const cookies = new SessionCookies(secure);
  return async (c, next) => {
    if (bearerOf(c) !== null) {
      const { access, refresh } = cookies.bearers(c);
      if (access !== undefined || refresh !== undefined) throw new Problem('token.with_session');
    }
    await next();
  };
}

/** Finds the program that sends this token. */
export type FindProgram = (token: string) => Promise<Program | null>;

/**
 * Returns the program that makes a request; undefined for a browser.
 * @param scope that the call needs; null if programs cannot make it
 * @throws token.people, token.invalid, token.scope
 */
export async function programOf(
  c: Context,
  find: FindProgram,
  scope: Scope | null | undefined,
): Promise<Program | undefined> {
  const token = bearerOf(c);
  if (token === null) return undefined;
  if (!scope) throw new Problem('token.people');
  const program = await find(token);
  if (!program) throw new Problem('token.invalid');
  if (!program.scopes.includes(scope)) throw new Problem('token.scope', { details: { scope } });
  return program;
}
