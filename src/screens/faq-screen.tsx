import { Link } from 'react-router';
import { daysToErasure } from '#contract/accounts.ts';
import { commentLength, editHours, maxPins } from '#contract/comments.ts';
import { unsendMinutes } from '#contract/conversations.ts';
import { flagsADay } from '#contract/flag-reasons.ts';
import { bikeStatusLabel } from '#contract/option-labels.ts';
import {
  contactPage,
  contentPolicyPage,
  deleteAccountPage,
  faqPage,
  installPage,
  messagesPage,
  passwordPage,
  photoGuidePage,
} from '#contract/pages.ts';
import { daysNameHeld, daysToRename, daysToUndoEmail } from '#contract/periods.ts';
import { photoLimits } from '#contract/photos.ts';
import { pageLanguage, t } from '#contract/texts.ts';
import { fromNewMembersADay, newMemberDays, startRequirements, trustRules } from '#contract/trust.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { TextPage, type TextPart } from '#src/ui/text-page.tsx';

const megabytes = photoLimits.bytes / 1024 ** 2;
const megapixels = photoLimits.pixels / 1e6;
const { starts } = trustRules.member;
const { starts: newMemberStarts, strangersADay } = trustRules.newMember;

const winners = (
  <>
    <p>
      Every Monday at 00:00 UTC the site counts the likes of the week that just ended. The bike with the most votes is
      Bike of the Week. Only these rules decide.
    </p>
    <h3>Which likes are votes</h3>
    <ul>
      <li>The like was given within that week and not taken back.</li>
      <li>It comes from a member of at least 7 days with a confirmed e-mail who is not suspended.</li>
      <li>It is not from the owner or from someone the owner has blocked.</li>
      <li>At most 6 likes a day from one member to one owner count.</li>
    </ul>
    <h3>Which bikes can win</h3>
    <ul>
      <li>It is public when the week ends and was first published 1 to 28 days before.</li>
      <li>Its cover photo is at least 1,200 pixels on the longer side.</li>
      <li>It is finished, not a project in progress, and its owner still has it.</li>
      <li>It has never won, and no other bike of its owner has won in the last 12 weeks.</li>
    </ul>
    <h3>If there is a tie</h3>
    <p>
      The bike with comments from more members that week wins, then the one in more members’ favorites, then the one
      published first.
    </p>
    <h3>If nobody wins</h3>
    <p>
      A winner needs at least 3 votes, and at least 3 bikes have to be in the running. Otherwise the week has no winner.
      If a winner is removed later, no other bike takes its place.
    </p>
  </>
);

const popular = (
  <>
    <p>
      Popular bikes have the most points: 1 for a like, 2 for a member’s first comment, 2 for a favorite and 3 for being
      published. Points lose half their value every seven days. Views don’t count, and neither does what the owner does,
      or more than 6 likes a day from one member to one owner.
    </p>
    <p>
      On the home page, Popular shows at most 2 bikes of one owner and Recent at most 3. Recent sorts by the day a bike
      was first published, so editing it does not move it up. Random is any bike with a photo.
    </p>
  </>
);

const flags = (
  <>
    <p>
      If something breaks the <Link to={contentPolicyPage()}>content policy</Link>, flag it: a bike or a member on their
      page, a comment below its text, a message in its menu. You give a reason, and can flag each thing once and up to{' '}
      {flagsADay} things a day. You can’t flag what is yours.
    </p>
    <ul>
      <li>
        When three members flag something, it is hidden at once. For personal information or violence, two are enough.
      </li>
      <li>
        Flags from members who joined less than 7 days ago, or have posted nothing yet, hide nothing, but a moderator
        looks at them. Members who flag from the same network count as one. Until a moderator has agreed with one of a
        member’s flags, they help hide at most 3 things in 30 days.
      </li>
      <li>
        Reasons that are easy to get wrong count half: not a bicycle, stolen, off topic. Members who were right five
        times count one and a half times; members who were wrong five times don’t count.
      </li>
      <li>
        A flagged bike is in no list. If you open its address, you are asked first and can still look at it. A flagged
        comment is folded away in the same way.
      </li>
      <li>The owner is told why, never who reported it.</li>
      <li>
        Flagged members and messages are not hidden, but moderators look at them. A message that you flag is folded away
        for you. Moderators read only that message, not your conversation.
      </li>
      <li>
        The owner can fix it: the first time, one change brings it back. After that, a moderator has to look at it.
      </li>
      <li>
        If three of your posts are hidden within 30 days, you can’t post until a moderator has looked at them: no bikes
        or changes to them, no comments or messages, nothing on your profile, no shared folders. You can still fix what
        was flagged.
      </li>
      <li>Moderators look at everything that was flagged and can remove it or bring it back.</li>
    </ul>
  </>
);

const statuses = (
  <dl>
    <div>
      <dt>Draft</dt>
      <dd>Only you see it. It doesn’t have to be complete yet.</dd>
    </div>
    <div>
      <dt>{bikeStatusLabel('Active')}</dt>
      <dd>Everybody sees it, also in lists and searches.</dd>
    </div>
    <div>
      <dt>{bikeStatusLabel('Flagged')}</dt>
      <dd>Members or a moderator flagged it. It is in no list until you fix it.</dd>
    </div>
    <div>
      <dt>{bikeStatusLabel('Removed')}</dt>
      <dd>
        A moderator removed it. You still see it, with the reason, and can <Link to={contactPage()}>appeal</Link>.
      </dd>
    </div>
    <div>
      <dt>{bikeStatusLabel('Deleted')}</dt>
      <dd>You deleted it. You can restore it for 30 days; then it is erased with its photos.</dd>
    </div>
  </dl>
);

const photos = (
  <>
    <p>
      JPEG, PNG, WebP, AVIF and HEIC, up to {megabytes} MB and {megapixels} megapixels each, at least{' '}
      {photoLimits.longEdge} pixels on the longer side, and up to {photoLimits.perBike} for a bike. Some browsers can’t
      show HEIC photos; previews appear after upload.
    </p>
    <p>
      Your device makes large photos smaller before it sends them, so that they arrive on a poor connection. We remove
      where and with what a photo was taken, and transparent parts become light gray. See the{' '}
      <Link to={photoGuidePage()}>photo guide</Link> for how to take good ones.
    </p>
  </>
);

const messages = (
  <>
    <p>
      To start a conversation, you need a public bike or {startRequirements.comments} comments. You can start up to{' '}
      {starts.day} a day and {starts.week} a week. Replies are not limited.
    </p>
    <p>
      Under <Link to={messagesPage()}>Messages</Link>, choose who can start one with you: everyone, members who posted a
      bike, or nobody new. Nobody sees when you have read a message.
    </p>
    <p>
      You can unsend a message for {unsendMinutes} minutes; it disappears for both of you. Later you can remove it from
      your own view. A conversation that you hide comes back with the next message.
    </p>
    <p>
      Members you block can’t write to you or like, favorite or comment on your bikes, and you can’t on theirs. Likes
      that you gave each other are removed. They are not told.
    </p>
    <p>
      Nothing is for sale here. If someone offers you a bike, a part or a payment, it may be a scam. Block them,{' '}
      <Link to={contactPage()}>tell us</Link>, and don’t pay.
    </p>
  </>
);

const comments = (
  <>
    <p>
      Members with a confirmed e-mail, in plain text of up to {commentLength.toLocaleString(pageLanguage)} characters.
      You can edit your comment for {editHours} hours and delete it at any time. The owner of a bike can remove comments
      under it. Links work, but we tell search engines not to follow them.
    </p>
    <p>
      A reply shows the beginning of the comment that it answers, as long as everybody may read that. Owners can mark a
      question as answered, and pin up to {maxPins} comments, which are shown first.
    </p>
  </>
);

const newMembers = (
  <>
    <p>In your first {newMemberDays} days some things are limited, because most spam comes from new accounts:</p>
    <ul>
      <li>Your comments and messages can’t link to other sites.</li>
      <li>Your flags hide nothing by themselves. A moderator looks at each of them.</li>
      <li>Your likes count, but are no votes for Bike of the Week.</li>
      <li>
        Your mentions tell {strangersADay} strangers a day at most. Whoever has commented on the bike, mentioned you or
        exchanged messages with you is no stranger.
      </li>
      <li>
        You can start up to {newMemberStarts.day} conversations a day and {newMemberStarts.week} a week.
      </li>
      <li>You can invite up to {trustRules.newMember.keepersADay} members a day to keep your lists.</li>
    </ul>
    <p>
      All new members together can tell one member of {fromNewMembersADay.mentions} mentions a day, start{' '}
      {fromNewMembersADay.conversations} conversations with them, and wake their devices {fromNewMembersADay.pushes}{' '}
      times.
    </p>
  </>
);

const offline = (
  <>
    <p>
      Everything you opened on this device opens again: bikes, photos, comments, your messages, and these pages. What
      you write without signal is kept here and sent later by itself, in order. See it in your menu under{' '}
      <em>Waiting to send</em>. Until it is sent, you can change or undo it.
    </p>
    <p>Signing up, logging in, changing your e-mail, username or password, and the contact form need a connection.</p>
    <p>
      On an iPhone, <Link to={installPage('iphone')}>install Headbadge</Link>. Otherwise Safari may delete unsent posts
      after seven days without a visit.
    </p>
  </>
);

const account = (
  <p>
    <Link to={passwordPage()}>Under Password</Link>. A new e-mail counts once you open the link that we send there. We
    also tell your former e-mail, which can undo the change for {daysToUndoEmail} days. You can change your username
    once in {daysToRename} days. Links to your page and earlier mentions lead to you all the same, and nobody else can
    take your former username for {daysNameHeld} days.
  </p>
);

const leaving = (
  <>
    <p>A deleted bike leaves all lists at once and is erased with its photos after 30 days.</p>
    <p>
      If you <Link to={deleteAccountPage()}>delete your account</Link>, your bikes leave at once, and your comments and
      messages stay as from a deleted member. For {daysToErasure} days you can log in and restore everything. Then it is
      erased for good, except messages: the members you wrote to keep them. Download your data first, under Password.
    </p>
  </>
);

const parts: readonly TextPart[] = [
  { id: 'winners', title: t`How is Bike of the Week chosen?`, body: winners },
  { id: 'popular', title: t`What makes a bike popular?`, body: popular },
  { id: 'photos', title: t`Which photos can I post?`, body: photos },
  { id: 'statuses', title: t`What does a bike’s status mean?`, body: statuses },
  { id: 'flags', title: t`What happens when something is flagged?`, body: flags },
  { id: 'comments', title: t`Who can comment?`, body: comments },
  { id: 'messages', title: t`Who can message me?`, body: messages },
  { id: 'new-members', title: t`What can new members do?`, body: newMembers },
  { id: 'offline', title: t`What works without signal?`, body: offline },
  { id: 'account', title: t`How do I change my e-mail or username?`, body: account },
  { id: 'leaving', title: t`How do I delete a bike, or my account?`, body: leaving },
];

/** The site's rules as questions and answers. */
export function FaqScreen() {
  return (
    <>
      <PageMeta
        title="FAQ"
        description={t`How Bike of the Week is chosen, what makes a bike popular, what flags do, and who can message you.`}
        path={faqPage()}
      />
      <TextPage title="FAQ" lead={t`How Headbadge works.`} parts={parts}>
        <p>
          Something else? <Link to={contactPage()}>Ask us</Link>.
        </p>
      </TextPage>
    </>
  );
}
