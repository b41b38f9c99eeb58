import { type CommentMark, commentMarks } from '#contract/comments.ts';
import { t } from '#contract/texts.ts';
import { Ellipsis } from '#src/ui/icons.js';
import { MenuButton } from '#src/ui/menu-button.tsx';
import type { ShownComment } from './comments.queries.ts';

const labels: Record<CommentMark, { set: string; remove: string }> = {
  Answered: { set: t`Mark as answered`, remove: t`Mark as not answered` },
  Pinned: { set: t.as('verb, a comment')`Pin`, remove: t.as('verb, a comment')`Unpin` },
};

interface MarkMenuProps {
  comment: ShownComment;
  canMark: (mark: CommentMark) => boolean;
  onMark: (mark: CommentMark, on: boolean) => void;
}

/** Menu of the bike's owner to mark a comment as answered and to pin it. */
export function MarkMenu({ comment, canMark, onMark }: MarkMenuProps) {
  const entries = commentMarks.filter(canMark).map((mark) => {
    const isSet = comment.marks?.includes(mark) ?? false;
    return { label: isSet ? labels[mark].remove : labels[mark].set, onSelect: () => onMark(mark, !isSet) };
  });
  return (
    <MenuButton label={t`More about the comment from ${comment.author.username}`} entries={entries} small>
      <Ellipsis className="icon icon-small" aria-hidden="true" />
    </MenuButton>
  );
}
