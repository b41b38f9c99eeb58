import type { AuthUser } from '#contract/auth.ts';
import type { Endpoint, Params, Query, Reply } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import { runAction } from '#src/actions/run-action.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { type OptimisticView, optimisticView } from '#src/outbox/optimistic.ts';
import { useSession } from '#src/session/use-session.ts';
import { initialQuery } from './initial-data.ts';
import type { Read } from './read.ts';
import { type Cached, useCachedQuery, withSavedAt } from './use-cached-query.ts';

/** A member, and the cache with their queued changes. */
export type MemberView = { user: AuthUser; view: OptimisticView };

/** Runs after the transaction, outside of it. */
type After = Promise<(() => Promise<void>) | void>;

/** Everything about one kind of read. */
type QueryDefinition<E extends Endpoint, T, Subject, Answer> = {
  /** Unique name. */
  name: string;
  endpoint: E;
  /** Identifies what is read; a subject that is a string does so itself. */
  key?: (subject: Subject) => string;
  request?: (subject: Subject) => { params?: Params<E['path']>; query?: Query };
  /** Reads the cache. Runs again after each change there. The viewer of a public endpoint is null for visitors. */
  read: (viewer: E extends { private: true } ? MemberView : MemberView | null, subject: Subject) => Promise<Cached<T>>;
  /** Reads the value for visitors, if the endpoint is private. */
  readPublic?: (subject: Subject) => Promise<Cached<T>>;
  /** Converts the answer that may come with the page. */
  initial?: (reply: Reply<E>) => T | null;
  /** Sends several requests. `ask` sends one, with further query parameters. */
  fetch?: (ask: (query?: Query) => Promise<Reply<E>>, subject: Subject, userId: Id) => Promise<Answer>;
  /** Writes the answer into the cache, inside a transaction. */
  save: (answer: Answer, subject: Subject, userId: Id) => After;
  /** Adds a further page, which was requested with `query`. */
  extend?: (page: Reply<E>, subject: Subject, userId: Id, query: Query) => Promise<void>;
  /** Deletes from the cache what the server no longer has, inside a transaction. */
  forget?: (subject: Subject, userId: Id) => After;
  /** Whether the cached value is enough, so that no request is sent. */
  isEnough?: (cached: Cached<T>, subject: Subject) => boolean;
};

/** A subject that is no string needs a key. */
type Keyed<Subject> = [Subject] extends [string | undefined] ? unknown : { key: (subject: Subject) => string };

export const defineQuery = <E extends Endpoint, T, Subject = undefined, Answer = Reply<E>>(
  definition: QueryDefinition<E, T, Subject, Answer> & Keyed<Subject>,
): QueryDefinition<E, T, Subject, Answer> => definition;

/**
 * Reads a defined query from the cache and refreshes it from the server. A null subject reads nothing.
 * @returns the read, and `more`, which fetches a further page
 */
export function useQuery<E extends Endpoint, T, Subject, Answer>(
  { name, endpoint, key, request, initial, ...query }: QueryDefinition<E, T, Subject, Answer>,
  ...[target]: Subject extends undefined ? [] : [subject: Subject | null]
): Read<T> & { more: (page: Query) => Promise<void> } {
  const isPrivate = endpoint.private;
  const { user } = useSession();
  const userId = user?.id ?? '';
  const subject = target as Subject;
  const about = target === null ? null : `${name} ${key?.(subject) ?? target ?? ''}`;
  const plain = about ? request?.(subject) : undefined;
  const ask = (more?: Query) => {
    const options = { ...plain, query: { ...plain?.query, ...more }, as: isPrivate && userId };
    return runAction(endpoint as Endpoint, options as never) as Promise<Reply<E>>;
  };
  const cached = useCachedQuery<T>({
    name: about ?? name,
    key: isPrivate ? user && about && userId + about : about,
    viewer: user,
    first: initial && about && !isPrivate ? initialQuery(endpoint, plain ?? {}, initial) : undefined,
    select: async () => {
      if (!about) return withSavedAt<T>(null);
      if (user) return query.read({ user, view: await optimisticView(user.id, user) }, subject);
      return isPrivate ? (query.readPublic?.(subject) ?? withSavedAt<T>(null)) : query.read(null as never, subject);
    },
    fetch: async () => {
      let after: unknown;
      const answer = await fetchIntoCache(
        () =>
          (query.fetch?.(ask, subject, userId) ?? (ask() as Promise<Reply<E> | Answer>)).catch((cause: unknown) => {
            if (query.forget && cause instanceof ApiFailure && cause.isGone) return cause;
            throw cause;
          }),
        async (arrived) => {
          after = await (arrived instanceof ApiFailure
            ? query.forget?.(subject, userId)
            : query.save(arrived as Answer, subject, userId));
        },
      );
      await (after as Awaited<After>)?.();
      if (answer instanceof ApiFailure) throw answer;
    },
    isEnough: query.isEnough && ((value) => query.isEnough?.(value, subject)),
  });
  const more = async (page: Query) => {
    await fetchIntoCache(
      () => ask(page),
      async (reply) => query.extend?.(reply, subject, userId, page),
    );
  };
  return { ...cached, more };
}
