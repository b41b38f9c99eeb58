import { describe, expect, test } from 'vitest';
import { pathOf } from '#contract/endpoint.ts';
import { ok } from '#contract/envelope.ts';
import { newId } from '#contract/ids.ts';
import { aboutPage, contentPolicyPage } from '#contract/pages.ts';
import { getSiteRules } from '#contract/site.ts';
import { asHex, contrastOf, defaultColor, isReadable, readableColor } from '#contract/site-color.ts';
import { getSiteServices, type SiteServices } from '#contract/site-services.ts';
import { render } from '#src/server.tsx';

const services = { social: [], errors: null, visits: null };

/** The page that the server renders for a visitor. */
function page(address: string, site: Partial<SiteServices>, rules: string | null = null) {
  const answerOf = (data: unknown) => ({ status: 200, envelope: ok(data) });
  const answers = {
    [pathOf(getSiteServices, {})]: answerOf({ ...services, ...site }),
    [pathOf(getSiteRules, {})]: answerOf({ text: rules }),
  };
  return render(address, { origin: 'https://bikes.example', answers });
}

describe("a visitor's page", () => {
  test('has the announcement, escaped, and hides it before any script where it was dismissed', () => {
    const id = newId();
    const { html, rules } = page(aboutPage(), { announcement: { id, text: 'We <b>move</b>.', link: '/faq' } });
    expect(html).toContain('We &lt;b&gt;move&lt;/b&gt;.');
    expect(html).toContain('<a href="/faq">Read more</a>');
    expect(rules).toContain(`[data-dismissed="${id}"] #a-${id}{display:none}`);
    expect(page(aboutPage(), {}).html).not.toContain('Announcement');
  });

  test('says why the site is read-only', () => {
    expect(page(aboutPage(), { maintenance: 'Back at noon.' }).html).toContain('Back at noon.');
  });

  test('has the name and the color of the site', () => {
    const { title, head, html, rules } = page(aboutPage(), { name: 'Bicycle Club', color: '#7ad0ff' });
    expect(title).toBe('About · Bicycle Club');
    expect(head).toContain('<meta property="og:site_name" content="Bicycle Club"/>');
    expect(html).toContain('aria-label="Bicycle Club, home"');
    expect(rules).toContain(':root{--badge:#7ad0ff}');
    expect(page('/', { name: 'Bicycle Club' }).html).not.toContain('Headbadge');
  });

  test('of the content policy has the own rules as paragraphs and lists, and what happens then', () => {
    const { html } = page(contentPolicyPage(), { name: 'Club' }, 'Be kind.\nAlways.\n\n- No <cars>\n- No adverts');
    expect(html).toContain(
      '<p dir="auto"><span>Be kind.</span><br/><span>Always.</span></p><ul dir="auto"><li>No &lt;cars&gt;</li><li>No adverts</li></ul>',
    );
    expect(html).toContain('The rules of Club');
    expect(html).toContain('What happens then');
    expect(html).not.toContain('Bicycles only');
    expect(page(contentPolicyPage(), {}).html).toContain('Bicycles only');
  });
});

describe('a color', () => {
  test('is readable if dark letters on it, and it on a dark page, have the contrast of WCAG AA', () => {
    expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21);
    for (const color of [defaultColor, '#7ad0ff', '#ffffff']) expect([color, isReadable(color)]).toEqual([color, true]);
    for (const color of ['#000000', '#c00000', '#123456']) expect([color, isReadable(color)]).toEqual([color, false]);
  });

  test('that is too dark becomes the least light one that is not', () => {
    for (const color of ['#000000', '#c00000', '#123456', '#00ff00']) {
      const lighter = asHex(readableColor(color));
      expect([color, isReadable(lighter)]).toEqual([color, true]);
      expect(contrastOf(lighter, '#13191d')).toBeLessThan(isReadable(color) ? 21 : 5.2);
    }
  });
});
