import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import { newChange } from '#api/features/bikes/bikes.count-changes.store.ts';
import type { CommentRow } from '#api/features/comments/comments.store.ts';
import { commentOf } from './bike.ts';
import type { Restoring } from './restoring.store.ts';

/** Inserts a comment that is gone, for its bike to count. @throws Refusal if its author is gone */
async function insertComment(one: Restoring, row: CommentRow): Promise<void> {
  const people = await one.people([row.author.id, ...(row.mentioned ?? [])]);
  const comment = commentOf(row, people);
  if (!comment)
    throw new Refusal(
      `Its author ${row.author.username} is erased. Restore the member first: --member ${row.author.id}`,
    );
  const { removal: _, ...shown } = comment;
  const restored = row.status === 'Deleted' ? { ...shown, status: 'Active' as const } : comment;
  const isCounted = restored.status === 'Active';
  const rows = [{ ...restored, ...(isCounted && { change: newChange(row.bikeId, 1) }) }];
  if ((await one.insertMissing('comments', rows)) === 0)
    throw new Refusal('The comment has just come back. Try again.');
}

/** Restores a comment with its text. @throws Refusal */
export async function restoreComment(one: Restoring, id: string): Promise<void> {
  const row = await one.there<CommentRow>('comments').findOne({ _id: id });
  if (!row) throw new Refusal(`The backup ${one.backup.name} has no comment ${id}.`);
  const { bikeId, author, text, status, removal, mentions = [] } = row;
  // Counts what is open, so that the bike counts the comment alone.
  if (!(await one.site.bikes.counters.find(bikeId)))
    throw new Refusal(`Its bike is not there. Restore the bike, and its comments come with it: --bike ${bikeId}`);
  const live = await one.here<CommentRow>('comments').findOne({ _id: id });
  const wasTaken = ({ status: now, removal: by }: Pick<CommentRow, 'status' | 'removal'>) =>
    now === 'Deleted' || (now === 'Removed' && by?.by === 'owner');
  if (!live) {
    one.refuseDeleted(
      wasTaken({ status, ...(removal && { removal }) }),
      `${author.username} had deleted the comment, or the bike's owner removed it.`,
    );
    await insertComment(one, row);
    await one.site.bikes.counters.settle(bikeId);
  } else {
    if (live.status === 'Removed' && live.removal?.by === 'moderator')
      throw new Refusal(`A moderator removed the comment. Restore it with: npm run moderate -- comment restore ${id}`);
    if (wasTaken(live))
      one.refuseDeleted(true, `${author.username} has deleted the comment, or the bike's owner removed it.`);
    else one.refuseLive('The comment');
    const people = await one.people(mentions.map((mention) => mention.id));
    await one.site.comments.service.bringBack(id, {
      text,
      mentions: mentions.filter((mention) => people.has(mention.id)),
    });
  }
  one.say(`Restored the comment ${id} of ${author.username} on ${bikeId}.`);
  await one.follow(author.id);
}
