import type { Suggestion } from '#contract/feed-suggestions.ts';
import { Section } from '#src/ui/section.tsx';
import styles from './feed.module.css';
import { SuggestionCard } from './suggestion-card.tsx';

/** What the member may want to follow, each with its reason. */
export function Suggestions({ suggestions }: { suggestions: readonly Suggestion[] }) {
  return (
    <Section title="Suggestions" about="From your bikes, likes and favorites, and this week.">
      <ul className={styles.suggestions}>
        {suggestions.map((suggestion) => (
          <li key={`${suggestion.kind} ${suggestion.key}`}>
            <SuggestionCard suggestion={suggestion} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** A few suggestions for who follows nothing that is new. */
export function SuggestionHint({ suggestions }: { suggestions: readonly Suggestion[] }) {
  return (
    <div className={styles.hint}>
      <p className="quiet">Follow members, models and tags, and see here what is new of them.</p>
      <ul>
        {suggestions.map((suggestion) => (
          <li key={`${suggestion.kind} ${suggestion.key}`}>
            <SuggestionCard suggestion={suggestion} compact />
          </li>
        ))}
      </ul>
    </div>
  );
}
