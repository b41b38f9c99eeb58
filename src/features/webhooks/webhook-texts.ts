import { many, t } from '#contract/texts.ts';
import type { Delivery, Webhook } from '#contract/webhooks.ts';

export const eventNames: Readonly<Record<Delivery['event'], string>> = {
  'bike.published': t`Published bikes`,
  'comment.added': t`Comments`,
  'flag.added': t`Flags`,
  'member.joined': t`New members`,
  test: t`Test`,
};

/** Why a webhook is paused, and what happens meanwhile. */
export const pauseTexts: Readonly<Record<NonNullable<Webhook['paused']>, string>> = {
  operator: t`Paused. What happens meanwhile is not recorded for it.`,
  failing: t`Paused: nothing arrived for a day. What happens meanwhile is not recorded for it.`,
  gone: t`Paused: the receiver answered that it is gone for good.`,
};

/** How a delivery went. */
export function outcomeOf({ state, status, error, attempts }: Delivery): string {
  if (state === 'gone') return t`Not sent: it has been deleted.`;
  if (state === 'waiting' && attempts === 0) return t`Waiting.`;
  const answer = status === null ? error : t`Answer ${status}`;
  return attempts > 1 ? t`${answer}, ${many(attempts)`# attempt|# attempts`}` : answer;
}
