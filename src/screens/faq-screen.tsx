import { Link } from 'react-router';
import { daysToErasure } from '#contract/accounts.ts';
import { commentLength, editHours } from '#contract/comments.ts';
import { maxStarts, startNeeds, unsendMinutes } from '#contract/conversations.ts';
import { flagsADay } from '#contract/flag-words.ts';
import {
  contactPage,
  contentPolicyPage,
  deleteAccountPage,
  faqPage,
  messagesPage,
  photoGuidePage,
} from '#contract/pages.ts';
import { photoLimits } from '#contract/photos.ts';
import { PageFacts } from '#src/queries/page-facts.tsx';
import { TextPage, type TextPart } from '#src/ui/text-page.tsx';

const megabytes = photoLimits.bytes / 1024 ** 2;
const megapixels = photoLimits.pixels / 1e6;

const winners = (
  <>
    <p>
      Every Monday at 00:00 UTC the site counts the likes of the week that has just ended. The bike with the most votes
      is Bike of the Week. A program decides, by these rules and nothing else.
    </p>
    <h3>Which likes are votes</h3>
    <ul>
      <li>The like was given within that week, and still stands.</li>
      <li>Whoever gave it has confirmed an e-mail, is not suspended, and has been a member for 7 days.</li>
      <li>It is not from the owner, nor from somebody whom the owner has blocked.</li>
      <li>From one member to one owner at most 6 likes a day are votes.</li>
    </ul>
    <h3>Which bikes can win</h3>
    <ul>
      <li>It is public when the week ends, and was first published 1 to 28 days before that.</li>
      <li>The longer side of its cover has at least 1,200 pixels.</li>
      <li>It is complete, not a project in progress, and its owner still has it.</li>
      <li>It has never won, and no other bike of its owner has won in the last 12 weeks.</li>
    </ul>
    <h3>If two have the same votes</h3>
    <p>
      The one that more members commented on in that week wins; then the one that more members took among their
      favorites; then the one that was published earlier.
    </p>
    <h3>If nobody wins</h3>
    <p>
      A winner needs at least 3 votes, and at least 3 bikes have to be in the running. Otherwise the week has no winner,
      and home says so. If a winner is taken away later, nobody takes its place.
    </p>
  </>
);

const popular = (
  <>
    <p>
      Popular sorts by points that fade: a like counts 1, a member’s first comment on a bike 2, a favorite 2, and being
      published 3. Every seven days each point is worth half. Views do not count, nor does what the owner does, nor more
      than 6 likes a day from one member to one owner.
    </p>
    <p>
      On home you see at most 2 bikes of one owner there, and at most 3 in Recent, which goes by the day on which a bike
      was first published: changing a bike does not move it up. Random is any bike that has a photo.
    </p>
  </>
);

const flags = (
  <>
    <p>
      If something breaks the <Link to={contentPolicyPage()}>content policy</Link>, flag it: a bike or a member on their
      page, a comment under its words, a message of somebody else in its menu. You give a reason, once for each thing,
      and for up to {flagsADay} things a day. You cannot flag what is yours.
    </p>
    <ul>
      <li>
        When three members have flagged something, it is hidden at once; where it shows somebody’s personal information
        or violence, when two have.
      </li>
      <li>
        Flags of a member who joined less than 7 days ago, or has posted nothing yet, hide nothing: a moderator looks at
        them. Members who flag from the same network count as one. Until a moderator has agreed with one of a member’s
        flags, these help to hide at most 3 things in 30 days.
      </li>
      <li>
        A reason that is easily mistaken counts half: not a bicycle, stolen, off topic. Who was right five times counts
        one and a half times, who was wrong five times not at all.
      </li>
      <li>
        A flagged bike is in no list. Whoever has its address is asked first, and can look at it. A flagged comment is
        folded away in the same way.
      </li>
      <li>Whose it is learns the reason, never who gave it.</li>
      <li>
        Members and messages are not hidden: moderators look. A message that you flag is folded away for you, and of
        your conversation they read only that.
      </li>
      <li>They can mend it: one change brings it back, the first time. After that a moderator has to look.</li>
      <li>
        If three of your things are hidden within 30 days, you cannot post until a moderator has looked at them: no
        bikes or changes of them, no comments or messages, nothing on your profile, no shared folders. You can still
        mend what was flagged.
      </li>
      <li>Moderators look at everything that was flagged, and can remove it or bring it back.</li>
    </ul>
  </>
);

const statuses = (
  <dl>
    <div>
      <dt>Draft</dt>
      <dd>Only you see it. Nothing has to be complete yet.</dd>
    </div>
    <div>
      <dt>Active</dt>
      <dd>Everybody sees it, and it is in lists and searches.</dd>
    </div>
    <div>
      <dt>Flagged</dt>
      <dd>Members or a moderator have flagged it. It is out of the lists until it is mended.</dd>
    </div>
    <div>
      <dt>Removed</dt>
      <dd>
        A moderator has taken it away. You still see it, with the reason, and can <Link to={contactPage()}>appeal</Link>
        .
      </dd>
    </div>
    <div>
      <dt>Deleted</dt>
      <dd>You have taken it away. For 30 days you can bring it back; then it is erased with its photos.</dd>
    </div>
  </dl>
);

const photos = (
  <>
    <p>
      JPEG, PNG, WebP and AVIF, up to {megabytes} MB and {megapixels} megapixels each, at least {photoLimits.longEdge}{' '}
      pixels on the longer side, and up to {photoLimits.perBike} for a bike. Phones that take HEIC hand over a JPEG when
      you pick a photo.
    </p>
    <p>
      Large photos are made smaller on your device before they are sent, so that they arrive on a poor connection. Where
      and with what a photo was taken is removed from it, and its transparent parts become light grey. How to take good
      ones says the <Link to={photoGuidePage()}>photo guide</Link>.
    </p>
  </>
);

const messages = (
  <>
    <p>
      To begin a conversation, a member needs a public bike or {startNeeds.comments} comments. Nobody begins more than{' '}
      {maxStarts.day} in a day and {maxStarts.week} in a week. Answers are always free.
    </p>
    <p>
      Under <Link to={messagesPage()}>Messages</Link> you choose who may begin one with you: everyone, members who
      posted a bike, or nobody new. Nobody learns when you have read something.
    </p>
    <p>
      A message can be taken back from both for {unsendMinutes} minutes. Later you can remove it from your own view. A
      conversation that you hide comes back with the next message.
    </p>
    <p>
      Whom you block cannot write to you, nor like, favorite or comment on your bikes, and you cannot theirs. Likes that
      you gave each other are taken back. They are not told.
    </p>
    <p>
      Nothing is for sale here. Whoever offers you a bike, a part or a payment may be a swindler: block them,{' '}
      <Link to={contactPage()}>tell us</Link>, and pay nobody.
    </p>
  </>
);

const comments = (
  <p>
    Members with a confirmed e-mail, in plain text of up to {commentLength.toLocaleString('en-US')} characters. For{' '}
    {editHours} hours you can change yours; you can delete it at any time. The owner of a bike can remove comments under
    it. A link in a comment is a link, but search engines are told not to follow it.
  </p>
);

const offline = (
  <>
    <p>
      Whatever you opened on this device opens again: bikes, photos, comments, your messages, and these pages. What you
      write without signal is kept here and sent later, by itself and in its order. <em>Waiting to send</em> in your
      menu lists it; until it is sent you can change it or take it back.
    </p>
    <p>Signing up, logging in, a new password and the contact form need a connection. They say so.</p>
  </>
);

const leaving = (
  <>
    <p>A deleted bike leaves every list at once, and is erased with its photos after 30 days.</p>
    <p>
      If you <Link to={deleteAccountPage()}>delete your account</Link>, your bikes leave at once, and your comments and
      messages stay as by a deleted member. For {daysToErasure} days you can log in and have everything back. Then all
      of it is erased for good, but for messages: whoever you wrote to keeps them. Download your data first, under
      Password.
    </p>
  </>
);

const parts: readonly TextPart[] = [
  { id: 'winners', title: 'How is Bike of the Week chosen?', body: winners },
  { id: 'popular', title: 'What makes a bike popular?', body: popular },
  { id: 'photos', title: 'Which photos can I post?', body: photos },
  { id: 'statuses', title: 'What do the statuses of a bike mean?', body: statuses },
  { id: 'flags', title: 'What happens when something is flagged?', body: flags },
  { id: 'comments', title: 'Who can comment?', body: comments },
  { id: 'messages', title: 'Who can message me?', body: messages },
  { id: 'offline', title: 'What works without signal?', body: offline },
  { id: 'leaving', title: 'How do I delete a bike, or everything?', body: leaving },
];

/** The site's rules as questions and answers. */
export function FaqScreen() {
  return (
    <>
      <PageFacts
        title="FAQ"
        description="How Bike of the Week is chosen, what makes a bike popular, what flags do, and who can message you."
        path={faqPage()}
      />
      <TextPage title="FAQ" lead="The rules of the site, in plain words." parts={parts}>
        <p>
          Something else? <Link to={contactPage()}>Ask us</Link>.
        </p>
      </TextPage>
    </>
  );
}
