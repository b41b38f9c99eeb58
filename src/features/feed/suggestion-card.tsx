import { Link } from 'react-router';
import { altOf } from '#contract/bike-names.ts';
import type { Suggestion } from '#contract/feed-suggestions.ts';
import { searchPage } from '#contract/pages.ts';
import { userPage } from '#contract/user-page.ts';
import card from '#src/features/bikes/list/bike-card.module.css';
import { FollowButton } from '#src/features/follows/follow-button.tsx';
import { followedTitle } from '#src/features/follows/followed-title.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Photo } from '#src/ui/photo.tsx';
import styles from './feed.module.css';
import { suggestionText } from './feed-texts.ts';

interface SuggestionCardProps {
  suggestion: Suggestion;
  /** Small picture beside the text. */
  compact?: boolean;
}

/** Something to follow: a photo, its name, why it is suggested, and the button that follows it. */
export function SuggestionCard({ suggestion, compact }: SuggestionCardProps) {
  const { kind, key, name, person, bike } = suggestion;
  const thing = { kind, key, name, ...(person && { person }) };
  const title = followedTitle(thing);
  const page = person ? userPage(person.id, person.username) : searchPage({ keywords: name || key });
  return (
    <article className={compact ? styles.compact : styles.suggestion}>
      <Photo
        photo={bike.cover}
        alt={bike.cover ? altOf(bike, bike.cover) : ''}
        sizes={compact ? '6rem' : '(min-width: 768px) 20vw, 45vw'}
      />
      <div className={styles.suggested}>
        <h3 className={styles.title}>
          {person && <Avatar person={person} />}
          <Link className="over-card" to={page} dir="auto">
            {kind === 'model' ? (
              <>
                <bdi className={classNames('decal', card.maker)}>{bike.brand}</bdi> <bdi>{bike.model}</bdi>
              </>
            ) : (
              title
            )}
          </Link>
        </h3>
        <p className="quiet small" dir="auto">
          {suggestionText(suggestion)}
        </p>
      </div>
      <div className={styles.action}>
        <FollowButton thing={thing} name={title} small />
      </div>
    </article>
  );
}
