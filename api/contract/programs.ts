import type { Endpoint } from './endpoint.ts';

/** The calls that a personal token allows. */
export const scopes = ['read', 'write', 'moderate'] as const;
export type Scope = (typeof scopes)[number];

/** Calls of the account, of its sessions and of operators: for people only, unless they are declared for programs. */
const forPeople = /^\/(?:account|auth|challenge|user|moderation)(?:\/|$)/;

/** The scope that a program needs for a call; null if only people can make it. */
export function scopeOf({
  method,
  path,
  programs,
  challenge,
}: Pick<Endpoint, 'method' | 'path' | 'programs' | 'challenge'>): Scope | null {
  if (challenge || (forPeople.test(path) && !programs)) return null;
  if (path.startsWith('/moderation/')) return 'moderate';
  return method === 'GET' ? 'read' : 'write';
}
