import { parseUrl } from '#contract/parse-url.ts';
import { t } from '#contract/texts.ts';
import { useServices } from '#src/features/site/site.queries.ts';

const hostOf = (url: string): string => parseUrl(url)?.host ?? url;

/** Lists the services that receive errors and visits from the site's pages. */
export function Elsewhere() {
  const services = useServices();
  if (!services) {
    return <p>When there is signal, you see here who gets this site’s error reports and who counts its visits.</p>;
  }
  const { errors, visits } = services;
  return (
    <>
      <p>
        {errors
          ? t`If something breaks on a page after you have pressed OK in the cookie notice, a report goes to ${hostOf(errors.url)}: what broke and where in the program, the page’s address without your search, your kind of browser, and what kinds of buttons were pressed before. Passwords, e-mail addresses and other secrets are replaced by asterisks.`
          : t`This site reports errors to nobody else.`}
      </p>
      <p>
        {visits
          ? t`After you have pressed OK, each public page that you view is counted at ${hostOf(visits.url)}: its path, without your search and without a cookie, and the site that you came from. If your browser sends “Do Not Track” or “Global Privacy Control”, nothing is counted.`
          : t`This site lets nobody else count its visits.`}
      </p>
    </>
  );
}
