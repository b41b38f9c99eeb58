import { Link } from 'react-router';
import { contactPage, contentPolicyPage, faqPage } from '#contract/pages.ts';
import type { Policy } from './policy.ts';

export const contentPolicy: Policy = {
  title: 'Content Policy',
  description: 'What may be shown on Headbadge, what may not, who decides, and how to appeal.',
  path: contentPolicyPage(),
  lead: 'What may be shown here, what may not, and what happens then.',
  parts: [
    {
      id: 'bicycles',
      title: 'Bicycles only',
      body: (
        <p>
          Anything that is moved by its rider, by legs or by hands, with or without a motor that helps: also tandems,
          recumbents, handbikes, cargo bikes and trikes, finished or not. No motorcycles, no cars, no people without a
          bike. One page for each bike; a new build of the same frame may have its own.
        </p>
      ),
    },
    {
      id: 'photos',
      title: 'Your photos, or photos you may use',
      body: (
        <p>
          Post what you took yourself, or what its photographer has let you post. A shop’s or a maker’s picture is
          theirs. The bike may be one that you had once: say so, and tell since when you no longer have it.
        </p>
      ),
    },
    {
      id: 'sales',
      title: 'No adverts',
      body: (
        <p>
          Nothing is for sale here: no prices to be paid, no links to offers, no shops that praise themselves. What you
          once paid for your bike you may keep for yourself; nobody else sees it.
        </p>
      ),
    },
    {
      id: 'not',
      title: 'What else we take away',
      body: (
        <ul>
          <li>
            <strong>Spam:</strong> the same thing over and over, or links for their own sake.
          </li>
          <li>
            <strong>Harassment:</strong> insults, threats, hate. Say what you think of a saddle, not of its owner.
          </li>
          <li>
            <strong>Sexual content and violence.</strong>
          </li>
          <li>
            <strong>Personal data:</strong> somebody’s address, face or number plate without their consent. Mind what
            stands behind your bike.
          </li>
          <li>
            <strong>Stolen bikes:</strong> nobody shows a bike that is not theirs to show. If your own was stolen, say
            so on its page.
          </li>
          <li>
            <strong>Impersonation:</strong> nobody is somebody else.
          </li>
          <li>
            <strong>Off topic:</strong> comments that have nothing to do with the bike above them.
          </li>
        </ul>
      ),
    },
    {
      id: 'happens',
      title: 'What happens then',
      body: (
        <>
          <p>
            Flag what breaks these rules; <Link to={faqPage('flags')}>what happens then</Link> stands in the FAQ. A
            moderator can flag or remove a bike or a comment, suspend an account until a day, or close it, with its
            comments where they are the reason. You are told which, and why. Nothing is taken away because somebody does
            not like it.
          </p>
          <p>
            A bike that was taken away stays visible to its owner, with the reason. A suspended member can read, but not
            post; their bikes stay. The bikes of a closed account are no longer shown.
          </p>
        </>
      ),
    },
    {
      id: 'appeal',
      title: 'If we are wrong',
      body: (
        <p>
          <Link to={contactPage()}>Write to us</Link> with the topic Appeal. A person looks at it again, and answers.
          What was taken away by mistake comes back as it was. For your own photo on somebody else’s page, choose the
          topic Copyright.
        </p>
      ),
    },
  ],
};
