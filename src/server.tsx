import { Provider } from 'jotai';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import type { DehydratedPage, ServerRendered } from '#contract/ssr.ts';
import { languagePath } from '#contract/texts.ts';
import { App } from './app/app.tsx';
import { apiPathsOf } from './app/page-queries.ts';
import { elsewhere, screenOf, screens } from './app/screens.ts';
import { siteRulesOf } from './app/site-rules.ts';
import { DehydratedContext } from './queries/initial-data.ts';
import { fetchSiteWriting, SmallPhoto } from './ui/display-preferences.ts';
import { TitleContext } from './ui/use-page-title.ts';
import { RulesContext } from './ui/use-property.ts';

await Promise.all([fetchSiteWriting(), ...screens.map(({ prepare }) => prepare())]);

/** Tags that React puts first because they belong in the head. */
const headTags = /^(?:<(?:link|meta)[^>]*>)+/;
/** React's marker for a Suspense boundary that failed on the server. */
const failedMarker = '<!--$!-->';

/** Whether visitors may see the screen of an address. */
export const isPublic = (pathname: string): boolean => !screenOf(pathname)?.member;

/** Whether an address has only the not-found screen. */
export const isNowhere = (pathname: string): boolean => screenOf(pathname)?.path === elsewhere;

export { apiPathsOf };

/**
 * Renders the page of an address for a visitor, from the given answers alone.
 * @param address path and query
 * @throws what a screen threw
 */
export function render(address: string, dehydrated: DehydratedPage): ServerRendered {
  const [pathname = ''] = address.split('?');
  const asked = new Set<string>();
  const rules = new Map<string, string>();
  const rendered = { title: '', nowhere: false, movedTo: '' };
  const onRequest = (path: string) => void asked.add(path);
  const update = (more: Partial<typeof rendered>) => void Object.assign(rendered, more);
  const text = renderToString(
    <StrictMode>
      <DehydratedContext value={{ ...dehydrated, onRequest }}>
        <RulesContext value={rules}>
          <TitleContext value={update}>
            <SmallPhoto value={dehydrated.small === true}>
              {/* A store for each render, so that no state leaks between them. */}
              <Provider>
                <App
                  renderRouter={(page) => (
                    <StaticRouter basename={languagePath || '/'} location={languagePath + address}>
                      {page}
                    </StaticRouter>
                  )}
                />
              </Provider>
            </SmallPhoto>
          </TitleContext>
        </RulesContext>
      </DehydratedContext>
    </StrictMode>,
  );
  if (text.includes(failedMarker)) throw new Error('A screen could not be drawn.');
  const [head = ''] = headTags.exec(text) ?? [];
  return {
    title: rendered.title,
    head,
    html: text.slice(head.length),
    rules: siteRulesOf(dehydrated) + [...rules.values()].join(''),
    wanted: [...asked].filter((path) => !dehydrated.answers[path]),
    used: [...asked].filter((path) => dehydrated.answers[path]),
    screen: screenOf(pathname)?.source ?? '',
    nowhere: rendered.nowhere,
    movedTo: rendered.movedTo,
  };
}
