import { disciplineLabel } from '#contract/option-labels.ts';
import { parseUrl } from '#contract/parse-url.ts';
import { type Profile, profileLimits } from '#contract/profile.ts';
import { pictureIn } from '#contract/profile-pictures.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Flag } from '#src/ui/flag.tsx';
import { languageOfText } from '#src/ui/language-of-text.ts';
import { LinkedText } from '#src/ui/linked-text.tsx';
import { Place } from '#src/ui/place.tsx';
import { uniqueKeys } from '#src/ui/unique-keys.ts';
import styles from './profile.module.css';

interface ProfilePreviewProps {
  username: string;
  profile: Pick<Profile, 'avatarImage' | 'bannerImage' | 'discipline' | 'links' | 'location' | 'text'>;
}

const hostOf = (url: string): string | null => {
  const page = parseUrl(url);
  return page && /^https?:$/.test(page.protocol) ? page.host : null;
};

/** Live preview of the public profile. */
export function ProfilePreview({ username, profile }: ProfilePreviewProps) {
  const { avatarImage, bannerImage, discipline, links, location, text } = profile;
  const shown = links.slice(0, profileLimits.links).flatMap(({ label, url }) => {
    const host = hostOf(url.trim());
    return host ? [{ url: url.trim(), name: label.trim() || host }] : [];
  });
  const keys = uniqueKeys(shown.map(({ url }) => url));
  return (
    <figure className={styles.preview} aria-label="How others see it">
      <div className={classNames(styles.banner, !bannerImage && styles.bare)}>
        {bannerImage && <img src={bannerImage} alt="" />}
      </div>
      <div className={styles.head}>
        <div className={styles.face}>
          <Avatar person={{ username, avatar: avatarImage && pictureIn(avatarImage, 480) }} large />
        </div>
        <div>
          <strong className="heading">{username}</strong>
          <p className={classNames('quiet small', styles.details)}>
            {discipline && <span>{disciplineLabel(discipline)}</span>}
            {location.country && (
              <span>
                <Flag country={location.country} />
                <Place of={location} />
              </span>
            )}
          </p>
        </div>
      </div>
      {text.trim() && (
        <p className={styles.text} lang={languageOfText(text)}>
          <LinkedText text={text.trim()} />
        </p>
      )}
      {shown.length > 0 && (
        <ul className={styles.shownLinks}>
          {shown.map(({ url, name }, at) => (
            <li key={keys[at]}>
              <a href={url} rel="nofollow ugc noopener noreferrer" target="_blank">
                <bdi>{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}
