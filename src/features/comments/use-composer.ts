import { type RefObject, useMemo, useRef, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { keepUnfinished, unfinished } from '#src/lib/unfinished.ts';
import type { MentionBox } from './mention-area.tsx';

/** The things that a member's next comment can refer to. */
type Reference = 'reply' | 'about';

/** The comment or update that the member's next comment on a bike refers to, and its text field. */
export interface Composer {
  /** The comment that it answers. */
  replyTo: Id | null;
  /** The update that it is about, unless it is a reply. */
  about: Id | null;
  reply: (commentId: Id) => void;
  commentOn: (updateId: Id) => void;
  /** Takes both out. */
  leaveOut: () => void;
  box: RefObject<MentionBox | null>;
}

/** The composer of a bike's page. What the next comment refers to survives a reload, like its unsent text. */
export function useComposer(bikeId: Id, userId: Id | undefined): Composer {
  const owner = `${bikeId}:${userId}`;
  const kept = useMemo(() => {
    const keptAs = (name: Reference) => (userId ? unfinished(`${name}:${owner}`) || null : null);
    return { replyTo: keptAs('reply'), about: keptAs('about') };
  }, [owner, userId]);
  const [chosen, setChosen] = useState<{ owner: string; replyTo: Id | null; about: Id | null } | null>(null);
  const box = useRef<MentionBox>(null);
  const choose = (replyTo: Id | null, about: Id | null) => {
    keepUnfinished(`reply:${owner}`, replyTo ?? '');
    keepUnfinished(`about:${owner}`, about ?? '');
    setChosen({ owner, replyTo, about });
  };
  const { replyTo, about } = chosen?.owner === owner ? chosen : kept;
  return {
    replyTo,
    about,
    reply(commentId) {
      choose(commentId, null);
      box.current?.focus();
    },
    commentOn(updateId) {
      choose(null, updateId);
      box.current?.focus();
    },
    leaveOut: () => choose(null, null),
    box,
  };
}
