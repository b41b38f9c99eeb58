import { Link } from 'react-router';
import { cookiePolicyPage, privacyPolicyPage } from '#contract/pages.ts';
import type { Policy } from './policy.ts';

type Row = readonly [name: string, why: string, howLong: string];

const cookies: readonly Row[] = [
  ['access', 'Shows with each request that you are logged in. Scripts cannot read it.', '10 minutes'],
  ['session', 'Renews the one above. Scripts cannot read it.', '60 days after your last visit'],
  ['auth-check', 'Tells the page that somebody is logged in, and nothing else.', '60 days after your last visit'],
  [
    'device',
    'Remembers that you have logged in on this device, so that somebody who guesses your password elsewhere cannot lock you out here.',
    '400 days',
  ],
  ['data', 'Says how large photos shall come, where you have chosen it in the preferences.', 'A year'],
];

const storage: readonly Row[] = [
  [
    'Local storage',
    'That you have pressed OK, your preferences, and what this site is connected with.',
    'Until you clear it',
  ],
  ['Session storage', 'How far you have scrolled, and what you are typing into a form.', 'Until you close the tab'],
  [
    'Databases',
    'Bikes, comments and messages that you opened, so that they open again without signal; your drafts, and what waits to be sent.',
    'Until you clear it; the oldest goes first when room is short',
  ],
  ['Caches', 'The program itself, and pictures: at most about 200 MB.', 'Until you clear it'],
];

/** A table of two columns, which fits a phone. */
const Rows = ({ head, rows }: { head: string; rows: readonly Row[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">{head}</th>
        <th scope="col">What it is for</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(([name, why, howLong]) => (
        <tr key={name}>
          <th scope="row">
            {name}
            <p>{howLong}</p>
          </th>
          <td>{why}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

export const cookiePolicy: Policy = {
  title: 'Cookie Policy',
  description: 'Which cookies Headbadge sets and what it keeps on your device, what for, and for how long.',
  path: cookiePolicyPage(),
  lead: 'Four cookies for logging in, and one for how large photos come. Whoever only looks gets none.',
  parts: [
    {
      id: 'cookies',
      title: 'The cookies',
      body: (
        <>
          <p>
            The first four are set when you log in, the last one when you choose it. All are sent to this site alone.
            Signing out takes away the first three. On an https site, three of the names begin with <code>__Host-</code>
            .
          </p>
          <Rows head="Cookie, and how long it is kept" rows={cookies} />
        </>
      ),
    },
    {
      id: 'device',
      title: 'What else is kept on your device',
      body: (
        <>
          <p>
            Headbadge works without signal because your browser keeps what you have opened. It stays on your device.
          </p>
          <Rows head="Where, and how long it is kept" rows={storage} />
          <p>
            On a device that is not yours, sign out when you are done. You are asked whether what was not sent yet shall
            be deleted too.
          </p>
        </>
      ),
    },
    {
      id: 'others',
      title: 'Cookies of others',
      body: (
        <p>
          No other site sets a cookie by your visit here. A video is an exception, if you want it to be: nothing of it
          is loaded before you press play, and from then on the rules of the site that shows it hold.
        </p>
      ),
    },
    {
      id: 'refuse',
      title: 'How to refuse them',
      body: (
        <p>
          Your browser can refuse cookies and delete what sites keep. Everything here can be read without; only logging
          in cannot work. What is kept about you on the server says the{' '}
          <Link to={privacyPolicyPage()}>privacy policy</Link>.
        </p>
      ),
    },
  ],
};
