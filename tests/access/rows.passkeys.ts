import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  beginPasskeyProof,
  listPasskeys,
  loginWithPasskey,
  type Passkey,
  removePasskey,
  renamePasskey,
  restoreWithPasskey,
} from '#contract/passkeys.ts';
import { proveIdentity } from '#contract/proof.ts';
import { TestAuthenticator } from '#tests/kit/authenticator.ts';
import { everyone, members } from './callers.ts';
import type { CallOptions, Row, Stage } from './stage.ts';

/** The device that has the owner's passkey. */
let device = new TestAuthenticator();

/** Gives the owner a passkey, the only one of this site; returns its id. */
async function passkey(stage: Stage): Promise<string> {
  await stage.app.db.collection('passkeys').updateMany({}, { $unset: { passkeys: '' } });
  device = new TestAuthenticator();
  const { owner } = stage.callers;
  const headers = stage.network();
  const { answer } = await owner.call(beginPasskey, { headers });
  if (!answer.successful) throw new Error('The owner cannot begin.');
  const credential = device.create(answer.data);
  await owner.call(addPasskey, { body: { name: 'Phone', credential }, headers });
  return credential.id;
}

/** What a browser asked for; a made-up challenge if it was refused. */
const challengeOf = ({ answer }: { answer: { data: { challenge: string } | null } }) =>
  answer.data?.challenge ?? 'none';
const headersOf = ({ headers }: CallOptions) => ({ headers });
const namesOf = async (_: unknown, id: string, { app }: Stage) => {
  const row = await app.db.collection('passkeys').findOne({ 'passkeys.id': id });
  return (row?.passkeys as { name: string }[] | undefined)?.map(({ name }) => name).join() ?? 'none';
};

export const passkeyRows: Row[] = [
  {
    call: listPasskeys,
    prepare: passkey,
    by: (asks, _, how) => asks.call(listPasskeys, how),
    seen: (list) => (list as Passkey[]).map(({ name }) => name).join() || 'none',
    expected: members('200, none', '200, Phone'),
  },
  {
    call: beginPasskey,
    by: (asks, _, how) => asks.call(beginPasskey, how),
    expected: members('200'),
  },
  {
    call: addPasskey,
    prepare: passkey,
    async by(asks, _, how) {
      const challenge = challengeOf(await asks.call(beginPasskey, headersOf(how)));
      const credential = new TestAuthenticator().create({ challenge, user: { id: 'AAAA' } });
      return asks.call(addPasskey, { body: { name: 'Key', credential }, ...how });
    },
    expected: members('200'),
  },
  {
    call: addPasskey,
    when: "that is another member's",
    prepare: passkey,
    async by(asks, id, how) {
      const challenge = challengeOf(await asks.call(beginPasskey, headersOf(how)));
      const credential = new TestAuthenticator().create({ challenge, user: { id: 'AAAA' } }, { id });
      return asks.call(addPasskey, { body: { name: 'Key', credential }, ...how });
    },
    expected: members('409 passkey.exists'),
  },
  {
    call: renamePasskey,
    prepare: passkey,
    by: (asks, passkeyId, how) => asks.call(renamePasskey, { params: { passkeyId }, body: { name: 'Key' }, ...how }),
    seen: namesOf,
    expected: members('404 not_found', '200, Key'),
  },
  {
    call: removePasskey,
    prepare: passkey,
    by: (asks, passkeyId, how) => asks.call(removePasskey, { params: { passkeyId }, ...how }),
    seen: namesOf,
    expected: members('200, Phone', '200, none'),
  },
  {
    call: beginPasskeyProof,
    prepare: passkey,
    by: (asks, _, how) => asks.call(beginPasskeyProof, how),
    seen: (options) => `${(options as { allowCredentials: unknown[] }).allowCredentials.length} passkeys`,
    expected: members('200, 0 passkeys', '200, 1 passkeys'),
  },
  {
    call: proveIdentity,
    when: "by the owner's passkey",
    prepare: passkey,
    async by(asks, _, how) {
      const challenge = challengeOf(await asks.call(beginPasskeyProof, headersOf(how)));
      return asks.call(proveIdentity, { body: { way: 'passkey', credential: device.use({ challenge }) }, ...how });
    },
    expected: members('403 passkey.unknown', '200'),
  },
  {
    call: beginPasskeyLogin,
    by: (asks, _, how) => asks.call(beginPasskeyLogin, how),
    expected: everyone('200'),
  },
  ...([loginWithPasskey, restoreWithPasskey] as const).flatMap((call): Row[] => [
    {
      call,
      prepare: passkey,
      async by(asks, _, how) {
        const challenge = challengeOf(await asks.call(beginPasskeyLogin, headersOf(how)));
        return asks.call(call, { body: { credential: device.use({ challenge }) }, ...how });
      },
      expected: everyone('200'),
      ownSession: true,
    },
    {
      call,
      when: 'by the challenge of another browser',
      prepare: passkey,
      async by(asks, _, how, stage) {
        const challenge = challengeOf(await stage.stranger().call(beginPasskeyLogin, headersOf(how)));
        return asks.call(call, { body: { credential: device.use({ challenge }) }, ...how });
      },
      expected: everyone('410 passkey.late'),
    },
  ]),
];
