import { Link } from 'react-router';
import {
  aboutPage,
  addBikePage,
  contactPage,
  contentPolicyPage,
  faqPage,
  installPage,
  photoGuidePage,
  privacyPolicyPage,
  searchPage,
} from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { TextPage, type TextPart } from '#src/ui/text-page.tsx';

const parts: readonly TextPart[] = [
  {
    id: 'name',
    title: t`The name`,
    body: (
      <p>
        A head badge is a small piece of enameled metal, riveted to the head tube by someone who was proud of the frame.
        It says who made it. Here the owners get to say it, too: a bike is also made by the people who choose, fix and
        ride it.
      </p>
    ),
  },
  {
    id: 'bikes',
    title: t`Bikes, and nothing else`,
    body: (
      <>
        <p>
          Each bike has a page of its own: photos first, then the specs, the parts, its story and its history. A
          commuter with 40,000 km is as welcome as a race bike, and a handbike as a track bike.{' '}
          <Link to={searchPage()}>See all bikes</Link>.
        </p>
        <p>
          Nothing is for sale here, and nobody can buy a place in a list. Anybody can read the rules for{' '}
          <Link to={faqPage('winners')}>Bike of the Week</Link> and <Link to={faqPage('popular')}>Popular</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'signal',
    title: t`Works without signal`,
    body: (
      <>
        <p>
          You look at bikes in basements, workshops and valleys. Everything you opened on a device opens again without
          signal, photos and comments included. Everything you write is saved on the device first: a comment, a like, a
          whole bike with 24 photos. It is sent when there is signal again, even if you have closed the tab.
        </p>
        <p>
          You can <Link to={installPage()}>add Headbadge to your home screen</Link> and use it like an app.
        </p>
      </>
    ),
  },
  {
    id: 'yours',
    title: t`Your bikes stay yours`,
    body: (
      <p>
        Your photos and words belong to you. You can download them all at any time, and delete your account without
        asking anybody. We remove from your photos where they were taken before anybody sees them. See what we keep and
        for how long in the <Link to={privacyPolicyPage()}>privacy policy</Link>.
      </p>
    ),
  },
  {
    id: 'begin',
    title: t`How to start`,
    body: (
      <ol>
        <li>
          Wash the bike. Read the <Link to={photoGuidePage()}>photo guide</Link>: eight rules, five minutes.
        </li>
        <li>
          <Link to={addBikePage()}>Add your bike</Link>. A photo, the kind of bike and the brand are enough; the rest
          can come later.
        </li>
        <li>See what others ride, and ask about it under their bikes.</li>
      </ol>
    ),
  },
  {
    id: 'who',
    title: t`Who runs it`,
    body: (
      <p>
        Headbadge is free software under the MIT license, so anybody can run one: a club, a shop, a town. See what you
        can post on this one in the <Link to={contentPolicyPage()}>content policy</Link>. If something is wrong, missing
        or broken, <Link to={contactPage()}>write to us</Link>. A person reads it.
      </p>
    ),
  },
];

export function AboutScreen() {
  return (
    <>
      <PageMeta
        title="About"
        description={t`What Headbadge is: a showcase of bikes by the people who build and ride them. It works without signal.`}
        path={aboutPage()}
      />
      <TextPage
        title="About"
        lead={t`Headbadge shows bikes and the people who build them. Members post their own, and everybody can look.`}
        parts={parts}
      />
    </>
  );
}
