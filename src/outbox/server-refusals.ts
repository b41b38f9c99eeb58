import { t } from '#contract/texts.ts';
import { addMessages } from './refusals.ts';

// Refusals wait in the outbox until they are read, and the language of the page may be another one by then.
addMessages({
  not_found: t`We can't find this. It may have been deleted.`,
  gone: t`This has been removed.`,
  'posting.held': t`Three of your posts were flagged within a month. You can post again after a moderator has reviewed them.`,
  'bike.flagged': t`This bike was flagged.`,
  'comments.closed': t`The owner has closed the comments on this bike.`,
  'comment.too_late': t`You can edit a comment for 24 hours. This one is older.`,
  'block.between': t`You or the owner of this bike blocked the other, so this isn't possible.`,
  'message.left': t`This member is no longer here.`,
  'message.newcomer': t`To start a conversation, publish a bike or write three comments first.`,
  'photo.unreadable': t`We can't read this photo. Choose a still JPEG, PNG, WebP, AVIF or HEIC.`,
  'photo.too_small': t`This photo is too small. Its longer side needs at least 480 pixels.`,
  'favorite.too_many': t`You can keep up to 5,000 favorites. Remove one first.`,
  'keeper.none': t`You don't keep this list, or no longer do.`,
  'keeper.not_invited': t`This invitation has ended.`,
  'keeper.owners_bike': t`This bike belongs to the owner of the list. A list has no bikes of its owner.`,
  'keeper.owner_blocked': t`This bike can't be in a list of this owner.`,
  'keeper.favorites': t`The owner of this list keeps 5,000 favorites, which is the most. Nothing can be added.`,
  'keeper.too_many_lists': t`You can keep up to 50 lists of others. Leave one first.`,
  'folder.full': t`This folder is full: it holds up to 1,000 bikes. Choose another one.`,
});
