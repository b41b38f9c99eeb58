import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { flagsPath, memberFlagsPath, namedTargets } from './flag-targets.ts';
import { chooseReason, fits, flagWords, saysEnough, tellMore } from './flag-words.ts';
import { Id } from './ids.ts';

/** The author's device makes the id, so that a flag that is sent twice is one. */
const said = { id: Id, ...flagWords };

export const NewFlag = v.pipe(
  v.object({ ...said, targetType: v.picklist(namedTargets, 'Choose what to flag.'), targetId: Id }),
  v.forward(
    v.check((flag) => fits(flag.targetType, flag), chooseReason),
    ['reason'],
  ),
  v.forward(
    v.check((flag) => saysEnough(flag), tellMore),
    ['note'],
  ),
);

/** About a member; from a conversation it names the message that it is about. */
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
    v.check((flag) => saysEnough(flag), tellMore),
    ['note'],
  ),
);
export type NewMemberFlag = v.InferOutput<typeof NewMemberFlag>;

/** Flags somebody else's thing, once. `flag.repeated`: it was flagged by this member already. */
export const addFlag = endpoint('POST', flagsPath, { body: NewFlag, reply: v.null() });
/** Flags a member, or a message that they have written to whoever flags it, likewise. */
export const addMemberFlag = endpoint('POST', memberFlagsPath, { body: NewMemberFlag, reply: v.null(), private: true });
