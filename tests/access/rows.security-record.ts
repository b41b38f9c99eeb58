import type { Page } from '#contract/paging.ts';
import { listSecurityEvents, type SecurityEvent } from '#contract/security-record.ts';
import { callers, members } from './callers.ts';
import type { Row, Stage } from './stage.ts';

/** Adds an event to the owner's record. */
async function event({ app }: Stage): Promise<string> {
  const owner = await app.db.collection<{ _id: string }>('users').findOne({ username: callers.owner.name });
  const [_id, userId] = ['an-event', owner?._id];
  const told = {
    kind: 'password.changed',
    at: new Date(),
    device: '',
    network: '',
    about: '',
    byOperator: false,
    number: 99,
  };
  await app.db
    .collection<{ _id: string }>('securityEvents')
    .updateOne({ _id }, { $set: { userId, ...told } }, { upsert: true });
  return _id;
}

export const securityRecordRows: Row[] = [
  {
    call: listSecurityEvents,
    prepare: event,
    by: (asks, _, how) => asks.call(listSecurityEvents, how),
    seen: (list, id) => ((list as Page<SecurityEvent>).items.some((one) => one.id === id) ? 'with it' : 'without it'),
    expected: members('200, without it', '200, with it'),
  },
];
