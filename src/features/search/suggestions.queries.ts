import { useEffect, useState } from 'react';
import { type Suggestions, suggestSearches } from '#contract/search/calls.ts';
import { runAction } from '#src/actions/run-action.ts';
import { failureFrom } from '#src/lib/failure.ts';
import { suggestCached } from './cached-suggestions.ts';

const none: Suggestions = { brands: [], models: [], members: [] };
/** Maximum length of a query; nobody types more to choose from a list. */
const maxLength = 60;
/** Debounce before a request, in milliseconds. */
const debounceMs = 120;

/** Answers by typed text. */
const answers = new Map<string, Suggestions>();
const maxAnswers = 50;

async function fetchSuggestions(q: string, signal: AbortSignal): Promise<Suggestions> {
  try {
    const answer = await runAction(suggestSearches, { query: { q }, signal });
    if (answers.size >= maxAnswers) answers.clear();
    answers.set(q, answer);
    return answer;
  } catch (cause) {
    // Suggestions are optional: the search itself reports other errors.
    return failureFrom(cause).kind === 'network' && !signal.aborted ? suggestCached(q) : none;
  }
}

/** Suggestions for the typed text; the previous ones while loading. */
export function useSuggestions(text: string): Suggestions {
  const q = text.trim().slice(0, maxLength);
  const [found, setFound] = useState(none);
  const known = q ? answers.get(q) : none;
  if (known && known !== found) setFound(known);
  useEffect(() => {
    if (!q || answers.has(q)) return;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      void fetchSuggestions(q, leaving.signal).then((answer) => !leaving.signal.aborted && setFound(answer));
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [q]);
  return found;
}
