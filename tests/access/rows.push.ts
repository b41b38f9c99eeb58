import { deletePush, getPush, type PushState, putPush } from '#contract/push.ts';
import { PushReceiver } from '#tests/kit/push-receiver.ts';
import { members } from './callers.ts';
import type { Row, Stage } from './stage.ts';

const receiver = new PushReceiver();
const addressOf = (name: string) => `https://push.example.org/${name}`;
const byOwner = async (stage: Stage) => {
  await stage.app.db.collection('pushDevices').deleteMany({});
  await stage.callers.owner.call(putPush, { body: receiver.device(addressOf('owner')) });
  return addressOf('owner');
};
const shown = (data: unknown, address: string) => ((data as PushState).endpoint === address ? 'shown' : 'not shown');

export const pushRows: Row[] = [
  {
    call: getPush,
    prepare: byOwner,
    by: (asks, _, how) => asks.call(getPush, how),
    seen: shown,
    expected: members('200, not shown', '200, shown'),
  },
  {
    call: putPush,
    prepare: byOwner,
    by: (asks, _, how) => asks.call(putPush, { body: receiver.device(addressOf('other')), ...how }),
    expected: members('200', '200'),
  },
  {
    call: deletePush,
    prepare: byOwner,
    by: (asks, _, how) => asks.call(deletePush, how),
    seen: async (_, address, { app }) =>
      (await app.db.collection('pushDevices').countDocuments({ endpoint: address })) ? 'there' : 'gone',
    expected: members('200, there', '200, gone'),
  },
];
