import { useParams } from 'react-router';
import { t } from '#contract/texts.ts';
import { PlainText } from '#src/features/site/plain-text.tsx';
import { useRules } from '#src/features/site/rules.queries.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { useSiteName } from '#src/ui/site-name.ts';
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
  return policy === contentPolicy ? <OwnRules /> : <PolicyPage policy={policy} />;
}

/** The first sections of the content policy, which the operator's own rules replace. */
const builtInRules = 4;

/** The content policy, with the operator's own rules if there are some. */
function OwnRules() {
  const { data, state } = useRules();
  const title = t`The rules of ${useSiteName()}`;
  if (state === 'loading') {
    return (
      <>
        <PolicyMeta policy={contentPolicy} />
        <Loader />
      </>
    );
  }
  if (!data?.text) return <PolicyPage policy={contentPolicy} />;
  const own = { id: 'rules', title, body: <PlainText text={data.text} /> };
  return <PolicyPage policy={{ ...contentPolicy, parts: [own, ...contentPolicy.parts.slice(builtInRules)] }} />;
}

function PolicyMeta({ policy: { title, description, path } }: { policy: Policy }) {
  return <PageMeta title={title} description={description} path={path} />;
}

function PolicyPage({ policy }: { policy: Policy }) {
  const { title, lead, parts } = policy;
  return (
    <>
      <PolicyMeta policy={policy} />
      <TextPage title={title} lead={lead} parts={parts}>
        <p className="quiet small">As of 26 November 2026.</p>
      </TextPage>
    </>
  );
}
