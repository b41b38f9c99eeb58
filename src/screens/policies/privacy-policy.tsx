import { Link } from 'react-router';
import { daysToErasure } from '#contract/accounts.ts';
import { unsendMinutes } from '#contract/conversations.ts';
import { contactPage, cookiePolicyPage, deleteAccountPage, passwordPage, privacyPolicyPage } from '#contract/pages.ts';
import { Elsewhere } from './elsewhere.tsx';
import type { Policy } from './policy.ts';

export const privacyPolicy: Policy = {
  title: 'Privacy Policy',
  description:
    'What Headbadge keeps about visitors and members, what for, for how long, who sees it, and how to get it deleted.',
  path: privacyPolicyPage(),
  lead: 'What is kept about you, what for, for how long, and who sees it.',
  parts: [
    {
      id: 'visitors',
      title: 'If you only look',
      body: (
        <>
          <p>
            You need no account, and get no cookie. The server learns what every server learns: your network address.
          </p>
          <ul>
            <li>
              How many requests came from a network is counted for a minute up to a day, so that nobody can overload the
              site or guess passwords.
            </li>
            <li>
              That a bike was looked at is counted once an hour. For that hour the server keeps a code made of your
              network and of whether you hold your device in your hand, from which neither can be read. The bike keeps a
              number.
            </li>
            <li>The server’s log notes errors and refused attempts with the network that they came from.</li>
          </ul>
        </>
      ),
    },
    {
      id: 'members',
      title: 'If you are a member',
      body: (
        <>
          <p>
            <strong>Everybody sees</strong> your username, your public bikes with their photos, stories and histories,
            your comments, and the folders that you share. The owner of a bike also learns that you like it or keep it
            among your favorites.
          </p>
          <p>
            <strong>Nobody else sees</strong> your e-mail address, your drafts, what your bikes cost, the folders that
            you do not share, and whom you have blocked. What you write in a message is seen by you and by whoever you
            write it to.
          </p>
          <p>
            <strong>Only as a hash</strong> your password is kept: nobody can read it, we cannot either.
          </p>
          <p>
            Of each device that you are logged in with the server keeps words like “Firefox on Android” and when it was
            last used, for 60 days: <Link to={passwordPage()}>you see them under Password</Link>, and can sign each of
            them out.
          </p>
        </>
      ),
    },
    {
      id: 'photos',
      title: 'Your photos',
      body: (
        <p>
          Where, when and with what a photo was taken is removed from it, and the file that you sent is not kept. A
          photo that no bike has had for 30 days is deleted.
        </p>
      ),
    },
    {
      id: 'how-long',
      title: 'For how long',
      body: (
        <ul>
          <li>Your account, bikes, comments, likes and favorites: until you delete them.</li>
          <li>
            Your messages: until both of you have deleted your accounts. One that you take back within {unsendMinutes}{' '}
            minutes loses its words at once.
          </li>
          <li>
            What you have flagged, and why: until what you flagged or your account is erased. Moderators alone see it. A
            code made of your network, from which nobody can read the network, is kept until a moderator has decided,
            for 30 days at most: flags on one thing from one network count as one.
          </li>
          <li>
            A deleted account: {daysToErasure} days, in which you can restore it. Then it is erased with everything that
            belongs to it, but for the messages that others have of you, which bear no name.
          </li>
          <li>A sign-up that was never confirmed: {daysToErasure} days.</li>
          <li>Mails that the site has sent you: 7 days.</li>
          <li>
            That a like, a favorite or a mention was taken back: 30 days, so that nobody is told of the same again and
            again.
          </li>
          <li>Notes by which a thing that is sent twice counts once: 30 days.</li>
          <li>What you write by the contact page: it is mailed to us, and not kept by the site.</li>
          <li>
            What moderators did, to whom and why: it stays, also after an account is gone, so that a decision can be
            looked at again.
          </li>
        </ul>
      ),
    },
    {
      id: 'others',
      title: 'Who else learns of it',
      body: (
        <>
          <p>
            Nothing is sold or given to advertisers. No page loads anything from another site by itself: typeface,
            pictures and scripts are ours. A video is loaded from its site when you press play.
          </p>
          <Elsewhere />
          <p>
            Forms can be set up to ask a vendor whether you are a person; then a frame says whose it is. Otherwise your
            device solves a small puzzle, and nobody learns of it.
          </p>
        </>
      ),
    },
    {
      id: 'device',
      title: 'On your own device',
      body: (
        <p>
          Your browser keeps what you have opened, so that it opens without signal. What exactly says the{' '}
          <Link to={cookiePolicyPage()}>cookie policy</Link>.
        </p>
      ),
    },
    {
      id: 'rights',
      title: 'What you can do',
      body: (
        <ul>
          <li>
            <Link to={passwordPage()}>Download everything</Link> that is kept of you, as one file.
          </li>
          <li>Change or delete your bikes and comments yourself.</li>
          <li>
            <Link to={deleteAccountPage()}>Delete your account</Link>. You need not say why.
          </li>
          <li>
            <Link to={contactPage()}>Ask, object or complain</Link>, with the topic Privacy: whoever runs this site
            answers for it. You can also turn to the authority that protects data where you live.
          </li>
        </ul>
      ),
    },
  ],
};
