import { useEffect, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { suggestMembers } from '#contract/mentions.ts';
import type { Person } from '#contract/people.ts';
import { usernameKey } from '#contract/username.ts';
import { runAction } from '#src/actions/run-action.ts';
import { type KnownPeople, knownPeople } from './known-people.ts';

/** Number of suggestions in the list. */
const maxSuggestions = 6;
/** Debounce before the server is asked, in milliseconds. */
const debounceMs = 150;
const nobodyYet: KnownPeople = { talking: [], others: [], blocked: new Set() };
const none: readonly Person[] = [];

/** Answers of the server by typed prefix. */
const answers = new Map<string, readonly Person[]>();
const maxAnswers = 50;

async function fetchMembers(q: string, as: Id, signal: AbortSignal): Promise<readonly Person[]> {
  const { items } = await runAction(suggestMembers, { query: { q }, as, signal });
  if (answers.size >= maxAnswers) answers.clear();
  answers.set(q, items);
  return items;
}

/** Members from the server whose names begin with the prefix; offline, the last answer. */
function useFound(key: string, userId: Id): readonly Person[] {
  const [found, setFound] = useState(none);
  const known = key ? answers.get(key) : none;
  if (known && known !== found) setFound(known);
  useEffect(() => {
    if (!key || answers.has(key)) return;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      fetchMembers(key, userId, leaving.signal).then(
        (answer) => !leaving.signal.aborted && setFound(answer),
        // Members known on this device are still offered, and a name can be typed.
        () => undefined,
      );
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key, userId]);
  return found;
}

/**
 * Suggests members for a typed prefix: first those who commented on the bike, then those known on this device, then
 * those from the server.
 * @param typed null while no name is being typed
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
  return [...new Map(begins.map((person) => [person.id, person])).values()].slice(0, maxSuggestions);
}
