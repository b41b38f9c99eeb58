import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { endpoint } from './endpoint.ts';
import { chooseReason, fits, flagFields, noteTooShort, saysEnough } from './flag-reasons.ts';
import { flagsPath, memberFlagsPath, namedTargets } from './flag-targets.ts';
import { Id } from './id-schema.ts';
import { ShareId } from './lists.ts';
import { defineProblems } from './problems.ts';

const flagProblems = defineProblems({
  'flag.own': { status: 403, message: t`This is yours. Edit or delete it instead.` },
  'flag.repeated': { status: 409, message: t`You already flagged this.` },
  'flag.quota': { status: 429, message: t`You can flag 10 things a day.` },
  'posting.held': {
    status: 403,
    remedy: 'later',
    message: t`Three of your posts were flagged within a month. You can post again after a moderator has reviewed them.`,
  },
});
declare module './problems.ts' {
  interface FeatureProblems {
    flag: typeof flagProblems;
  }
}

/** The device creates the id, so a repeated flag is stored once. */
const said = { id: Id, ...flagFields };

export const NewFlag = v.pipe(
  v.object({
    ...said,
    targetType: v.picklist(namedTargets, 'Choose what to flag.'),
    targetId: v.pipe(
      v.string(),
      v.check((id) => v.is(Id, id) || v.is(ShareId, id), t`Send a valid id.`),
    ),
  }),
  v.forward(
    v.check(({ targetType, targetId }) => v.is(targetType === 'List' ? ShareId : Id, targetId), t`Send a valid id.`),
    ['targetId'],
  ),
  v.forward(
    v.check((flag) => fits(flag.targetType, flag), chooseReason),
    ['reason'],
  ),
  v.forward(
    v.check((flag) => saysEnough(flag), noteTooShort),
    ['note'],
  ),
);

/** A flag on a member. From a conversation, it names the message. */
export const NewMemberFlag = v.pipe(
  v.object({ ...said, targetType: v.optional(v.literal('Message', 'Choose the message.')), targetId: v.optional(Id) }),
  v.forward(
    v.check(({ targetType, targetId }) => !targetType === !targetId, 'Choose the message.'),
    ['targetId'],
  ),
  v.forward(
    v.check((flag) => fits(flag.targetType ?? 'User', flag), chooseReason),
    ['reason'],
  ),
  v.forward(
    v.check((flag) => saysEnough(flag), noteTooShort),
    ['note'],
  ),
);
export type NewMemberFlag = v.InferOutput<typeof NewMemberFlag>;

/** Flags someone else's content, once. `flag.repeated`: the member has flagged it already. */
export const addFlag = endpoint('POST', flagsPath, {
  action: 'FlagBike' as 'FlagBike' | 'FlagComment' | 'FlagList',
  body: NewFlag,
  reply: v.null(),
});
/** Flags a member, or a message that they sent to the flagging member, once. */
export const addMemberFlag = endpoint('POST', memberFlagsPath, {
  action: 'FlagUser',
  body: NewMemberFlag,
  reply: v.null(),
  private: true,
});
