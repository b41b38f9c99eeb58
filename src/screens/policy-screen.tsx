import { useParams } from 'react-router';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { TextPage } from '#src/ui/text-page.tsx';
import { contentPolicy } from './policies/content-policy.tsx';
import { cookiePolicy } from './policies/cookie-policy.tsx';
import type { Policy } from './policies/policy.ts';
import { privacyPolicy } from './policies/privacy-policy.tsx';
import { terms } from './policies/terms.tsx';
import { TrailEnd } from './trail-end.tsx';

const policies: Readonly<Record<string, Policy>> = {
  'content-policy': contentPolicy,
  'cookie-policy': cookiePolicy,
  'privacy-policy': privacyPolicy,
  'terms-service': terms,
};

/** A page under Help: terms and policies. */
export function PolicyScreen() {
  const { policy: name = '' } = useParams();
  const policy = Object.hasOwn(policies, name) ? policies[name] : undefined;
  if (!policy) return <TrailEnd />;
  const { title, description, path, lead, parts } = policy;
  return (
    <>
      <PageMeta title={title} description={description} path={path} />
      <TextPage title={title} lead={lead} parts={parts}>
        <p className="quiet small">As of 26 November 2026.</p>
      </TextPage>
    </>
  );
}
