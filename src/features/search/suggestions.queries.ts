import { useEffect, useState } from 'react';
import { type Suggestions, suggestSearches } from '#contract/search/calls.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { failureFrom } from '#src/lib/failure.ts';
import { suggestKept } from './kept-suggestions.ts';

const none: Suggestions = { brands: [], models: [], members: [] };
/** Characters that are asked by; nobody types that many to choose from a list. */
const longest = 60;
/** Milliseconds without a key before anything is asked for. */
const rest = 120;

/** What was answered, by what was typed. */
const answers = new Map<string, Suggestions>();
const remembered = 50;

async function ask(q: string, signal: AbortSignal): Promise<Suggestions> {
  try {
    const answer = await runAction('GetSuggestions', (call) => call(suggestSearches, { query: { q }, signal }));
    if (answers.size >= remembered) answers.clear();
    answers.set(q, answer);
    return answer;
  } catch (cause) {
    // A search is one without them: whatever else is wrong, the search says.
    return failureFrom(cause).kind === 'network' && !signal.aborted ? suggestKept(q) : none;
  }
}

/** What may be meant by what is typed; until that is known, what was meant before. */
export function useSuggestions(text: string): Suggestions {
  const q = text.trim().slice(0, longest);
  const [found, setFound] = useState(none);
  const known = q ? answers.get(q) : none;
  if (known && known !== found) setFound(known);
  useEffect(() => {
    if (!q || answers.has(q)) return;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      void ask(q, leaving.signal).then((answer) => !leaving.signal.aborted && setFound(answer));
    }, rest);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [q]);
  return found;
}
