import { Link } from 'react-router';
import { daysToErasure } from '#contract/accounts.ts';
import { unsendMinutes } from '#contract/conversations.ts';
import {
  contactPage,
  cookiePolicyPage,
  deleteAccountPage,
  passwordPage,
  privacyPolicyPage,
  securityPage,
} from '#contract/pages.ts';
import {
  banMemoryYears,
  daysInvitationKept,
  daysNameHeld,
  daysToDecide,
  daysToUndoEmail,
  hoursToConfirmEmail,
  securityRecordDays,
} from '#contract/periods.ts';
import { t } from '#contract/texts.ts';
import { Elsewhere } from './elsewhere.tsx';
import type { Policy } from './policy.ts';

export const privacyPolicy: Policy = {
  title: t`Privacy Policy`,
  description: t`What Headbadge keeps about visitors and members, why, for how long, who sees it, and how to get it deleted.`,
  path: privacyPolicyPage(),
  lead: t`What we keep about you, why, for how long, and who sees it.`,
  parts: [
    {
      id: 'visitors',
      title: t`If you only browse`,
      body: (
        <>
          <p>You need no account and get no cookie. The server sees what every server sees: your network address.</p>
          <ul>
            <li>
              We count how many requests come from a network, for a minute up to a day, so that nobody can overload the
              site or guess passwords.
            </li>
            <li>
              We count the views of a bike: one view an hour per visitor, counted with a one-way code deleted after that
              hour. The code is made from your network and from whether you use a handheld device.
            </li>
            <li>The server’s log records errors and refused attempts with the network that they came from.</li>
          </ul>
        </>
      ),
    },
    {
      id: 'members',
      title: t`If you are a member`,
      body: (
        <>
          <p>
            <strong>Everybody sees</strong> your username, your public bikes with their photos, stories and histories,
            your comments, the folders that you share with their texts and notes, who keeps them with you and who added
            which bike, and, unless you hide them, which members you follow and who follows you. The owner of a bike is
            also told that you like it or one of its updates, or have it in your favorites.
          </p>
          <p>
            A folder that you share is seen by everybody who has its link, and is on your page. Only if you choose so,
            it is also in search and on the pages of its bikes. Everybody sees how many people like a shared folder.
            Only its owner is told who they are.
          </p>
          <p>
            Your profile shows the country and region that you choose, if you choose any. Your bikes are also listed by
            them, unless you hide that in your profile. We find out no place by ourselves.
          </p>
          <p>
            <strong>Nobody else sees</strong> your e-mail address (the people who run the site can, and a log says
            when), your drafts, what your bikes cost (unless you show it), the folders that you don’t share, whom you
            have blocked, and the bikes, brands, models, parts, tags and searches that you follow. Of a search that you
            follow we keep its name, how it tells of new bikes and when you last opened it. A member is told that you
            follow them. Your messages are seen by you and by the member you write to.
          </p>
          <p>
            We suggest whom to follow by your bikes, likes and favorites, and say why with each suggestion. Only you see
            them, and they are not stored on the server.
          </p>
          <p>
            <strong>We store only a hash</strong> of your password. Even we can’t read it.
          </p>
          <p>
            Of each passkey we keep its name, its public key, how often it was used, and when it was added and last
            used. Your fingerprint, your face and the secret half of the passkey never leave your device.
          </p>
          <p>
            If you log in with an account on another site, that site learns when you do. It tells us who you are there,
            your name and your e-mail address. We keep which account it is, your name there, and when it was linked and
            last used, until you unlink it.
          </p>
          <p>
            For each device that you are logged in on, the server keeps a name like “Firefox on Android” and when it was
            last used, for 60 days. <Link to={passwordPage()}>See them under Password</Link>, where you can sign out
            each of them.
          </p>
          <p>
            For your own security we record each log-in, each download of your data, and each change of your password,
            passkeys, linked accounts, tokens, e-mail, username or role, for {securityRecordDays} days: when it was, a
            name of the device, and the network without its last part, like “203.0.113.x”.{' '}
            <Link to={securityPage()}>You see all of it</Link>, and no other member does. The people who run the site
            see it if they make a copy of your data, and a log says when. When a device is new to your account, we send
            you a mail.
          </p>
          <p>
            If you choose the weekly mail, your device tells us its time zone, so that the mail comes in your morning.
            We forget it when you stop the mail, and keep the day of the last one. The pictures in it are loaded from
            this site when you look at it, and nothing records that you did.
          </p>
          <p>
            If you make tokens for programs, the server keeps their names, what they may do, when they were last used
            and when they end, with a hash of each token. Tokens that have ended are deleted after 30 days.
          </p>
        </>
      ),
    },
    {
      id: 'photos',
      title: t`Your photos`,
      body: (
        <p>
          We remove from each photo where, when and with what it was taken, and we don’t keep the file that you sent. We
          delete a photo after it has been on no bike for 30 days.
        </p>
      ),
    },
    {
      id: 'how-long',
      title: t`For how long`,
      body: (
        <ul>
          <li>Your account, bikes, comments, likes and favorites: until you delete them.</li>
          <li>Your likes of shared folders: until you take them back, or until the owner stops sharing the folder.</li>
          <li>
            A name, a text and notes that moderators removed from a folder of yours: until you write others, so that
            moderators can bring them back.
          </li>
          <li>
            Your messages: until both of you have deleted your accounts. If you unsend one within {unsendMinutes}{' '}
            minutes, its text is deleted at once.
          </li>
          <li>
            Your flags and their reasons: until what you flagged or your account is erased. Only moderators see them. A
            code made from your network, from which nobody can read the network, is kept until a moderator has decided,
            for 30 days at most: flags on one thing from one network count as one.
          </li>
          <li>
            A deleted account: {daysToErasure} days, in which you can restore it. Then it is erased with everything that
            belongs to it, except the messages that others have from you, which no longer show your name.
          </li>
          <li>A sign-up that was never confirmed: {daysToErasure} days.</li>
          <li>
            Where operators let people in: what you answered to their question, with your username and e-mail address,
            until they decide, for {daysToDecide} days at most. They see it, and nobody else. If they refuse, your
            sign-up is erased at once; only their decision is kept, with the name you chose.
          </li>
          <li>E-mail addresses and networks that operators have blocked: until they unblock them.</li>
          <li>
            Invitations that you make, and that you joined with one: until {daysInvitationKept} days after the
            invitation has ended.
          </li>
          <li>
            If moderators banned you, you can still download your data and have your account erased, where you log in.
            For {banMemoryYears} years we then keep one-way codes of your e-mail and your username, and nothing else, so
            that the ban holds.
          </li>
          <li>
            A username that you had before: {daysNameHeld} days, in which nobody else can take it. Links to it lead to
            your page.
          </li>
          <li>
            An e-mail address that you had before: {daysToUndoEmail} days, in which it can undo the change. A new one
            that was not confirmed: {hoursToConfirmEmail} hours.
          </li>
          <li>Mails that the site has sent you: 7 days.</li>
          <li>When new members mentioned you, wrote to you first or caused a notification: a day, to limit it.</li>
          <li>
            A note that you took back a like, a favorite or a mention: 30 days, so that nobody is told of the same thing
            twice.
          </li>
          <li>Notes that make sure that something sent twice counts once: 30 days.</li>
          <li>Backups: they keep what you delete until they are deleted.</li>
          <li>Messages from the contact page: they are mailed to us, and the site does not keep them.</li>
          <li>
            Decisions of moderators, with the member and the reason: they stay, even after an account is gone, so that
            they can be reviewed.
          </li>
        </ul>
      ),
    },
    {
      id: 'others',
      title: t`Who else gets your data`,
      body: (
        <>
          <p>
            We sell or give nothing to advertisers. No page loads anything from another site by itself: typeface,
            pictures and scripts are ours. A video loads from its site when you press play.
          </p>
          <Elsewhere />
          <p>
            The people who run this site can have programs of theirs told of new bikes, comments, flags and members.
            Such a message has ids and a link, and nothing that you wrote.
          </p>
          <p>
            If you turn on notifications, the company behind your browser delivers them: Google, Apple, Mozilla or
            Microsoft. It receives a short encrypted note that there is something new for you, and when. Who wrote what
            is not in it: your device asks us for that. The server keeps the address that your browser gave it for this,
            and your time zone, until you turn notifications off or sign out.
          </p>
          <p>
            Forms can be set up to ask another company whether you are a person; then a frame shows which one. Otherwise
            your device solves a small puzzle, and nobody else is told.
          </p>
        </>
      ),
    },
    {
      id: 'device',
      title: t`On your own device`,
      body: (
        <p>
          Your browser keeps what you have opened, so that it opens without signal. See the details in the{' '}
          <Link to={cookiePolicyPage()}>cookie policy</Link>.
        </p>
      ),
    },
    {
      id: 'rights',
      title: t`What you can do`,
      body: (
        <ul>
          <li>
            <Link to={passwordPage()}>Download everything</Link> that we keep about you, as one file.
          </li>
          <li>Change or delete your bikes and comments yourself.</li>
          <li>
            <Link to={deleteAccountPage()}>Delete your account</Link>. You don’t have to say why.
          </li>
          <li>
            <Link to={contactPage()}>Ask, object or complain</Link>, with the topic Privacy. The people who run this
            site are responsible for it. You can also turn to the data protection authority where you live.
          </li>
        </ul>
      ),
    },
  ],
};
