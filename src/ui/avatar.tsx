import { useState } from 'react';
import styles from './avatar.module.css';
import { classNames } from './class-names.ts';
import { useProperty } from './use-property.ts';

interface AvatarProps {
  person: { username: string; avatar: string };
  large?: boolean;
  /** For the member's own page. */
  size?: 'page';
}

/** Returns the hue of a name; the same for the same name everywhere. */
const hueOf = (name: string) => [...name].reduce((hue, letter) => (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);

const initialsOf = (name: string) => {
  const [first = '', second] = name.split(/[._-]/).filter(Boolean);
  return second ? `${first.charAt(0)}${second.charAt(0)}` : first.slice(0, 2);
};

/** A member's picture or initials. Decorative: the name is beside it. */
export function Avatar({ person, large, size }: AvatarProps) {
  // Without signal a picture that was not shown before cannot be loaded.
  const [isMissing, setIsMissing] = useState(false);
  const hasPicture = person.avatar !== '' && !isMissing;
  const tint = useProperty('--tint', `oklch(38% 0.06 ${hueOf(person.username)})`);
  return (
    <span
      className={classNames(styles.avatar, large && styles.large, size && styles[size], tint)}
      data-initials={hasPicture ? undefined : initialsOf(person.username)}
      aria-hidden="true"
    >
      {hasPicture && <img src={person.avatar} alt="" loading="lazy" onError={() => setIsMissing(true)} />}
    </span>
  );
}
