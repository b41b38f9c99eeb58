import { Link } from 'react-router';
import {
  aboutPage,
  addBikePage,
  contactPage,
  contentPolicyPage,
  faqPage,
  photoGuidePage,
  privacyPolicyPage,
  searchPage,
} from '#contract/pages.ts';
import { PageFacts } from '#src/queries/page-facts.tsx';
import { TextPage, type TextPart } from '#src/ui/text-page.tsx';

const parts: readonly TextPart[] = [
  {
    id: 'name',
    title: 'The name',
    body: (
      <p>
        A head badge is a small piece of enameled metal, riveted to the head tube by somebody who was proud of the
        frame. It says who made it. Here it is also the owner’s turn to say so: a bike is built by the people who
        choose, mend and ride it.
      </p>
    ),
  },
  {
    id: 'bikes',
    title: 'Bikes, and nothing else',
    body: (
      <>
        <p>
          Each bike has a page of its own: photos first, then what it is, what it is built of, its story and its
          history. A commuter with 40,000 km is as welcome as a race bike, and a handbike as a track bike.{' '}
          <Link to={searchPage()}>See all bikes</Link>.
        </p>
        <p>
          Nothing is for sale here, and no place in a list can be bought. The lists are made by rules that anybody can
          read: <Link to={faqPage('winners')}>Bike of the Week</Link> and <Link to={faqPage('popular')}>Popular</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'signal',
    title: 'Works without signal',
    body: (
      <>
        <p>
          Bikes are looked at in cellars, workshops and valleys. Whatever you opened on a device opens again without
          signal, photos and comments included. Whatever you write is kept on the device first: a comment, a like, a
          whole bike with 24 photos. It is sent when there is signal again, once, also when you have closed the tab
          meanwhile.
        </p>
        <p>You can add Headbadge to your home screen. It is the same site, without the browser around it.</p>
      </>
    ),
  },
  {
    id: 'yours',
    title: 'Your bikes stay yours',
    body: (
      <p>
        Your photos and words belong to you. You can download all of it at any time, and delete your account without
        asking anybody. Photos lose where they were taken before anybody sees them. The{' '}
        <Link to={privacyPolicyPage()}>privacy policy</Link> says what is kept, and for how long.
      </p>
    ),
  },
  {
    id: 'begin',
    title: 'How to begin',
    body: (
      <ol>
        <li>
          Wash the bike. Read the <Link to={photoGuidePage()}>photo guide</Link>: eight rules, five minutes.
        </li>
        <li>
          <Link to={addBikePage()}>Add your bike</Link>. A photo, its kind and its brand are enough; the rest can come
          later.
        </li>
        <li>Look at what others ride, and ask about it under their bikes.</li>
      </ol>
    ),
  },
  {
    id: 'who',
    title: 'Who runs it',
    body: (
      <p>
        Headbadge is free software under the MIT license, so that anybody can run one: a club, a shop, a town. What may
        be shown on this one says the <Link to={contentPolicyPage()}>content policy</Link>. If something is wrong,
        missing or broken, <Link to={contactPage()}>write to us</Link>: a person reads it.
      </p>
    ),
  },
];

export function AboutScreen() {
  return (
    <>
      <PageFacts
        title="About"
        description="What Headbadge is: a showcase of bikes by the people who build and ride them. It works without signal."
        path={aboutPage()}
      />
      <TextPage
        title="About"
        lead="Headbadge shows bikes and the people who build them. Members post their own; everybody may look."
        parts={parts}
      />
    </>
  );
}
