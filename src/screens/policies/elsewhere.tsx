import { parseUrl } from '#contract/parse-url.ts';
import { useServices } from '#src/features/services/services.queries.ts';

const hostOf = (url: string): string => parseUrl(url)?.host ?? url;

/** Lists the services that receive errors and visits from the site's pages. */
export function Elsewhere() {
  const services = useServices();
  if (!services) {
    return (
      <p>Whom this site tells of errors and visits is not known on this device yet. It will be when there is signal.</p>
    );
  }
  const { errors, visits } = services;
  return (
    <>
      <p>
        {errors
          ? `If something breaks on a page after you have pressed OK under the cookie notice, a report goes to ${hostOf(errors.url)}: what broke and where in the program, the page’s address without what you searched for, your browser’s kind, and what kinds of buttons were pressed before. Passwords, e-mail addresses and whatever else is secret are replaced by asterisks.`
          : 'This site tells nobody else of errors.'}
      </p>
      <p>
        {visits
          ? `After you have pressed OK, each public page that you look at is counted at ${hostOf(visits.url)}: its path, without what you searched for and without a cookie, and the site that you came from. If your browser sends “Do Not Track” or “Global Privacy Control”, nothing is counted.`
          : 'This site lets nobody else count its visits.'}
      </p>
    </>
  );
}
