import { Link } from 'react-router';
import { contactPage, contentPolicyPage, faqPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import type { Policy } from './policy.ts';

export const contentPolicy: Policy = {
  title: t`Content Policy`,
  description: t`What you can show on Headbadge, what you can’t, who decides, and how to appeal.`,
  path: contentPolicyPage(),
  lead: t`What you can show here, what you can’t, and what happens then.`,
  parts: [
    {
      id: 'bicycles',
      title: t`Bicycles only`,
      body: (
        <p>
          Anything that its rider moves, by legs or by hands, with or without a motor that helps. Tandems, recumbents,
          handbikes, cargo bikes and trikes too, finished or not. No motorcycles, no cars, no people without a bike. One
          page for each bike; a new build of the same frame can have its own.
        </p>
      ),
    },
    {
      id: 'photos',
      title: t`Your photos, or photos you may use`,
      body: (
        <p>
          Post photos that you took yourself, or that the photographer lets you post. A shop’s or a maker’s picture is
          theirs. You can show a bike that you used to own: say so, and since when you no longer have it.
        </p>
      ),
    },
    {
      id: 'sales',
      title: t`No adverts`,
      body: (
        <p>
          Nothing is for sale here: no asking prices, no links to offers, no shops that advertise themselves. You can
          note what you paid for your bike; only you see it unless you show it.
        </p>
      ),
    },
    {
      id: 'not',
      title: t`What else we remove`,
      body: (
        <ul>
          <li>
            <strong>Spam:</strong> the same thing over and over, or links posted only to be clicked.
          </li>
          <li>
            <strong>Harassment:</strong> insults, threats, hate. Say what you think of the saddle, not of its owner.
          </li>
          <li>
            <strong>Sexual content and violence.</strong>
          </li>
          <li>
            <strong>Personal data:</strong> someone’s address, face or number plate without their consent. Check the
            background of your photos.
          </li>
          <li>
            <strong>Stolen bikes:</strong> show only bikes that are yours to show. If your own was stolen, say so on its
            page.
          </li>
          <li>
            <strong>Impersonation:</strong> don’t pretend to be someone else.
          </li>
          <li>
            <strong>Off topic:</strong> comments that have nothing to do with the bike.
          </li>
        </ul>
      ),
    },
    {
      id: 'happens',
      title: t`What happens then`,
      body: (
        <>
          <p>
            Flag what breaks these rules. The FAQ tells <Link to={faqPage('flags')}>what happens then</Link>. A
            moderator can flag or remove a bike or a comment, suspend an account until a date, or close it, and remove
            its comments where they are the reason. You are told which, and why. Nothing is removed because someone
            doesn’t like it.
          </p>
          <p>
            If we remove your bike, you still see it, with the reason. If we suspend you, you can read but not post, and
            your bikes stay. The bikes of a closed account are no longer shown.
          </p>
        </>
      ),
    },
    {
      id: 'appeal',
      title: t`If we are wrong`,
      body: (
        <p>
          <Link to={contactPage()}>Write to us</Link> with the topic Appeal. A person looks at it again and answers.
          Anything removed by mistake comes back as it was. If your photo is on someone else’s page, choose the topic
          Copyright.
        </p>
      ),
    },
  ],
};
