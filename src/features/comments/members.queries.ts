import { useEffect, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { suggestMembers } from '#contract/mentions.ts';
import type { Person } from '#contract/people.ts';
import { usernameKey } from '#contract/username.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { type KnownPeople, knownPeople } from '#src/cache/known-people.ts';

/** As many as stand under a text. */
const most = 6;
/** Milliseconds without a key before the site is asked. */
const rest = 150;
const nobodyYet: KnownPeople = { talking: [], others: [], blocked: new Set() };
const none: readonly Person[] = [];

/** What the site answered, by what was typed. */
const answers = new Map<string, readonly Person[]>();
const remembered = 50;

async function ask(q: string, as: Id, signal: AbortSignal): Promise<readonly Person[]> {
  const { items } = await runAction('GetMembers', (call) => call(suggestMembers, { query: { q }, as, signal }));
  if (answers.size >= remembered) answers.clear();
  answers.set(q, items);
  return items;
}

/** What the site knows of members whose name begins so; without signal, what it answered last. */
function useFound(key: string, userId: Id): readonly Person[] {
  const [found, setFound] = useState(none);
  const known = key ? answers.get(key) : none;
  if (known && known !== found) setFound(known);
  useEffect(() => {
    if (!key || answers.has(key)) return;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      ask(key, userId, leaving.signal).then(
        (answer) => !leaving.signal.aborted && setFound(answer),
        // Whom the device knows is offered all the same, and a name can be typed.
        () => undefined,
      );
    }, rest);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key, userId]);
  return found;
}

/**
 * Whom a member may mean by the beginning of a name: those who talk about the bike first, then whom the device knows, and
 * whom the site knows.
 * @param typed null while no name is typed
 */
export function useMembers(bikeId: Id, userId: Id, typed: string | null): readonly Person[] {
  const [known, setKnown] = useState(nobodyYet);
  const asks = typed !== null;
  useEffect(() => {
    if (!asks) return;
    let over = false;
    const show = (people: KnownPeople) => !over && setKnown(people);
    knownPeople(userId, bikeId).then(show, () => undefined);
    return () => {
      over = true;
    };
  }, [asks, userId, bikeId]);
  const key = usernameKey(typed ?? '');
  const found = useFound(key, userId);
  if (!asks) return none;
  const { talking, others, blocked } = known;
  const all = key ? [...talking, ...others, ...found] : talking;
  const left = new Set([userId, ...blocked]);
  const begins = all.filter(({ id, username }) => !left.has(id) && usernameKey(username).startsWith(key));
  return [...new Map(begins.map((person) => [person.id, person])).values()].slice(0, most);
}
