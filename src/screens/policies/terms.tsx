import { Link } from 'react-router';
import { daysToErasure } from '#contract/accounts.ts';
import { contactPage, contentPolicyPage, deleteAccountPage, privacyPolicyPage, termsPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import type { Policy } from './policy.ts';

export const terms: Policy = {
  title: t`Terms of Service`,
  description: t`What members agree to: bicycles only, their own photos, nothing for sale; and what the site promises them.`,
  path: termsPage(),
  lead: t`You agree to this when you sign up. You don’t need to agree to browse.`,
  parts: [
    {
      id: 'account',
      title: t`Your account`,
      body: (
        <p>
          You are at least 16 years old, or a parent agrees. One account for each person, with an e-mail address that
          reaches you. Keep your password to yourself: you answer for what is done with your account, unless you tell us
          that it was taken over.
        </p>
      ),
    },
    {
      id: 'content',
      title: t`What you post`,
      body: (
        <>
          <p>
            It stays yours. By posting it you let this site keep it, show it to everybody, make it smaller, and pass it
            on as links, previews and feeds do: without pay, everywhere, and for as long as it is posted. When you
            delete it, that ends. We can’t reach what others have saved on their own devices.
          </p>
          <p>
            You have the right to post it: it is your photo, or its photographer agrees. It follows the{' '}
            <Link to={contentPolicyPage()}>content policy</Link>: bicycles only, nothing for sale.
          </p>
        </>
      ),
    },
    {
      id: 'conduct',
      title: t`How you use the site`,
      body: (
        <ul>
          <li>Be civil. There is a person behind every bike.</li>
          <li>No likes by arrangement, from second accounts or from programs. They make the lists worthless.</li>
          <li>Don’t harm the site: no attacks, no floods of requests, no attempts to see what isn’t yours.</li>
          <li>
            Programs may read what is public, slowly, and as <code>robots.txt</code> says. There are feeds for them.
          </li>
        </ul>
      ),
    },
    {
      id: 'moderators',
      title: t`What we may do`,
      body: (
        <p>
          We can remove what breaks these terms, suspend an account, or close it. You are told why, and can{' '}
          <Link to={contactPage()}>appeal</Link>. The site may change, pause or end. You can download what is yours at
          any time.
        </p>
      ),
    },
    {
      id: 'promise',
      title: t`What we promise, and what we don’t`,
      body: (
        <>
          <p>
            The site is free and comes as it is. We fix what breaks, but can’t promise that it is always there or that
            nothing is ever lost. Keep your own copies of photos that you love.
          </p>
          <p>
            What members write about parts, repairs and rides is their opinion. Check a bolt yourself before you trust
            it. We are liable where the law doesn’t let anybody exclude it, and no further.
          </p>
        </>
      ),
    },
    {
      id: 'leaving',
      title: t`Leaving`,
      body: (
        <p>
          <Link to={deleteAccountPage()}>Delete your account</Link> whenever you like. You can restore it for{' '}
          {daysToErasure} days, then it is erased. See what we keep about you until then in the{' '}
          <Link to={privacyPolicyPage()}>privacy policy</Link>.
        </p>
      ),
    },
    {
      id: 'changes',
      title: t`Changes`,
      body: (
        <p>
          If these terms change, the date below changes too. If you don’t agree, you can leave and take everything with
          you.
        </p>
      ),
    },
  ],
};
