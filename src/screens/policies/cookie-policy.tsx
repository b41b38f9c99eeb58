import { Link } from 'react-router';
import { cookiePolicyPage, privacyPolicyPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import type { Policy } from './policy.ts';

type Row = readonly [name: string, why: string, howLong: string];

const cookies: readonly Row[] = [
  ['access', t`Proves with each request that you are logged in. Scripts cannot read it.`, t`10 minutes`],
  ['session', t`Renews the access cookie. Scripts cannot read it.`, t`60 days after your last visit`],
  ['auth-check', t`Tells the page that someone is logged in, and nothing else.`, t`60 days after your last visit`],
  [
    'device',
    t`Remembers that you have logged in on this device, so that someone guessing your password elsewhere cannot lock you out here, and that we can tell you of log-ins on other devices.`,
    t`400 days`,
  ],
  [
    'passkey',
    t`Makes sure that a log-in with a passkey is finished by the browser that began it. Set on the log-in page.`,
    t`5 minutes`,
  ],
  [
    'openid',
    t`Makes sure that a log-in with an account on another site comes back to the browser that began it. Set when you press its button.`,
    t`15 minutes`,
  ],
  ['data', t`Says how large photos should be, if you chose it in the preferences.`, t`A year`],
];

const storage: readonly Row[] = [
  [
    t`Local storage`,
    t`That you have pressed OK, your preferences, how often you came and whether you want to install Headbadge, which other services this site uses, its name and its announcement, whether this device was full, which announcement you dismissed, and what a page could not save before you left it.`,
    t`Until you clear it`,
  ],
  [t`Session storage`, t`How far you have scrolled, and what you are typing into a form.`, t`Until you close the tab`],
  [
    t`Databases`,
    t`Bikes, comments and messages that you opened and the latest of your feed, so that they open again without signal; when you last saw your feed; your drafts, and what is waiting to be sent.`,
    t`Until you clear it; the oldest is deleted first when space is short`,
  ],
  [t`Caches`, t`The site’s own files, and pictures: about 200 MB at most.`, t`Until you clear it`],
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
            <span>{name}</span>
            <p>{howLong}</p>
          </th>
          <td>{why}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

export const cookiePolicy: Policy = {
  title: t`Cookie Policy`,
  description: t`Which cookies Headbadge sets and what it keeps on your device, what for, and for how long.`,
  path: cookiePolicyPage(),
  lead: t`Cookies for logging in, and one for the size of photos. If you only browse, you get none.`,
  parts: [
    {
      id: 'cookies',
      title: t`The cookies`,
      body: (
        <>
          <p>
            The first four are set when you log in, the others as their rows say. All are sent only to this site.
            Signing out deletes the first three. On an https site, most of the names begin with <code>__Host-</code>.
          </p>
          <Rows head={t`Cookie, and how long it is kept`} rows={cookies} />
        </>
      ),
    },
    {
      id: 'device',
      title: t`What else your device keeps`,
      body: (
        <>
          <p>
            Headbadge works without signal because your browser keeps what you have opened. It stays on your device.
          </p>
          <Rows head={t`Where, and how long it is kept`} rows={storage} />
          <p>
            On a device that isn’t yours, sign out when you are done. You can then choose to delete what was not sent,
            too.
          </p>
        </>
      ),
    },
    {
      id: 'others',
      title: t`Cookies from other sites`,
      body: (
        <p>
          No other site sets a cookie when you visit. The exception is a video, if you want it: nothing of it loads
          before you press play. From then on, the rules of the video’s site apply.
        </p>
      ),
    },
    {
      id: 'refuse',
      title: t`How to refuse them`,
      body: (
        <p>
          Your browser can refuse cookies and delete what sites keep. You can still read everything here, but you can’t
          log in. See what we keep about you on the server in the <Link to={privacyPolicyPage()}>privacy policy</Link>.
        </p>
      ),
    },
  ],
};
