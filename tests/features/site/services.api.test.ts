import { expect, test } from 'vitest';
import { getSiteServices } from '#contract/site-services.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';

/** The operators' settings on the moderation page. */
const unset = { name: null, color: null, announcement: null, maintenance: null, invitations: false };

const connected = (app: TestApp) =>
  app.request('/').then(({ headers }) => /connect-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]);

test('a site sends data to no vendor without settings, and its pages cannot send to other origins', async () => {
  const app = await TestApp.open({ DEMO: 'off' });
  try {
    const { answer } = await new TestBrowser(app).call(getSiteServices);
    expect(answer.data).toEqual({ social: [], errors: null, visits: null, ...unset });
    expect(await connected(app)).toBe("'self'");
  } finally {
    await app.close();
  }
});

test('a site with the sample community has sample links in its footer', async () => {
  const app = await TestApp.open();
  try {
    const { answer } = await new TestBrowser(app).call(getSiteServices);
    expect(answer.data?.social.length).toBeGreaterThan(1);
    expect(await connected(app)).toBe("'self'");
  } finally {
    await app.close();
  }
});

test('configured vendors are returned with their addresses, and only their origins are allowed', async () => {
  const app = await TestApp.open({
    SOCIAL_LINKS: 'Mastodon https://mastodon.example/@us, Our club https://club.example',
    ERROR_REPORTS: 'rollbar:0a1b2c',
    ANALYTICS: 'plausible:bikes.example',
  });
  try {
    const { answer } = await new TestBrowser(app).call(getSiteServices);
    expect(answer.data).toEqual({
      social: [
        { name: 'Mastodon', url: 'https://mastodon.example/@us' },
        { name: 'Our club', url: 'https://club.example' },
      ],
      errors: { url: 'https://api.rollbar.com/api/1/item/', token: '0a1b2c', environment: 'development' },
      visits: { url: 'https://plausible.io/api/event', domain: 'bikes.example' },
      ...unset,
    });
    expect(await connected(app)).toBe("'self' https://api.rollbar.com https://plausible.io");
    const policy = (await app.request('/')).headers.get('content-security-policy') ?? '';
    expect(policy.match(/rollbar|plausible/g)).toHaveLength(2);
  } finally {
    await app.close();
  }
});

test('a public site reports as production; a vendor address of its own is allowed unchanged', async () => {
  const app = await TestApp.open({
    PUBLIC_ORIGIN: 'https://bikes.example',
    ERROR_REPORTS: 'rollbar:0a1b2c',
    ERROR_REPORTS_URL: 'https://errors.example:8443/api/1/item/',
    ANALYTICS: 'plausible:bikes.example',
    ANALYTICS_URL: 'https://errors.example:8443/event',
  });
  try {
    const { answer } = await new TestBrowser(app).call(getSiteServices);
    expect(answer.data?.errors?.environment).toBe('production');
    expect(await connected(app)).toBe("'self' https://errors.example:8443");
  } finally {
    await app.close();
  }
});
