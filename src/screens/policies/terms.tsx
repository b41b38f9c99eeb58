import { Link } from 'react-router';
import { daysToErasure } from '#contract/accounts.ts';
import { contactPage, contentPolicyPage, deleteAccountPage, privacyPolicyPage, termsPage } from '#contract/pages.ts';
import type { Policy } from './policy.ts';

export const terms: Policy = {
  title: 'Terms of Service',
  description:
    'What members agree to: bicycles only, their own photos, nothing for sale; and what the site promises them.',
  path: termsPage(),
  lead: 'You agree to this when you sign up. Whoever only looks agrees to nothing but the law.',
  parts: [
    {
      id: 'account',
      title: 'Your account',
      body: (
        <p>
          You are at least 16 years old, or a parent agrees. One account for each person, with an e-mail address that
          reaches you. Keep your password to yourself: what is done with your account is done by you, unless you tell us
          that it was taken over.
        </p>
      ),
    },
    {
      id: 'content',
      title: 'What you post',
      body: (
        <>
          <p>
            It stays yours. By posting it you let this site keep it, show it to everybody, make it smaller, and pass it
            on as links, previews and feeds do: without pay, everywhere, and as long as it is posted. When you delete
            it, that ends; what others have saved on their own devices is out of our reach.
          </p>
          <p>
            You may post it: it is your photo, or its photographer agrees. It keeps to the{' '}
            <Link to={contentPolicyPage()}>content policy</Link>: bicycles only, nothing for sale.
          </p>
        </>
      ),
    },
    {
      id: 'conduct',
      title: 'How you use the site',
      body: (
        <ul>
          <li>Be civil. Behind every bike there is somebody.</li>
          <li>No likes by arrangement, by second accounts or by programs. They make the lists worthless.</li>
          <li>Do not take the site apart: no attacks, no floods of requests, no attempts to see what is not yours.</li>
          <li>
            Programs may read what is public, slowly, and as <code>robots.txt</code> says. There are feeds for them.
          </li>
        </ul>
      ),
    },
    {
      id: 'moderators',
      title: 'What we may do',
      body: (
        <p>
          Take away what breaks these terms, suspend an account, or close it. You are told why, and can{' '}
          <Link to={contactPage()}>appeal</Link>. The site may change, pause or end; what is yours you can download at
          any time.
        </p>
      ),
    },
    {
      id: 'promise',
      title: 'What we promise, and what not',
      body: (
        <>
          <p>
            The site costs nothing, and comes as it is. We mend what breaks, but cannot promise that it is always there
            or that nothing is ever lost. Keep your own copies of photos that you love.
          </p>
          <p>
            What members write about parts, repairs and rides is their opinion. Check a bolt yourself before you trust
            it. We are liable where the law says that nobody can be otherwise, and no further.
          </p>
        </>
      ),
    },
    {
      id: 'leaving',
      title: 'Leaving',
      body: (
        <p>
          <Link to={deleteAccountPage()}>Delete your account</Link> whenever you like. It can be restored for{' '}
          {daysToErasure} days, then it is erased. What is kept about you until then says the{' '}
          <Link to={privacyPolicyPage()}>privacy policy</Link>.
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Changes',
      body: (
        <p>
          If these terms change, the date below does too. Whoever does not agree can leave, and take everything along.
        </p>
      ),
    },
  ],
};
