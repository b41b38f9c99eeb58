import type { ManifestOptions } from 'vite-plugin-pwa';
import { directionOf } from '#api/languages/grammar.ts';
import { sharedPhotosField, sharePhotosPath } from '#contract/install.ts';
import { languagePathOf, ownLanguage, type SiteLanguage } from '#contract/languages.ts';
import { addBikePage, homePage, messagesPage, searchPage } from '#contract/pages.ts';
import { photoLimits } from '#contract/photos.ts';
import { t } from '#contract/texts.ts';

/** Background of the light theme; pages name both themes' in `theme-color`. */
const ground = '#f8f9f9';

const shortcut = (name: string, url: string, icon: string) => ({
  name,
  url,
  icons: [{ src: `/app/${icon}.png`, sizes: '96x96', type: 'image/png' }],
});

/** Pictures of the app in the browser's install dialog: `npm run app:pictures` makes them from the demo. */
export const appScreens = ['home', 'bike', 'search'] as const;
const labelOfScreen: Readonly<Record<(typeof appScreens)[number], () => string>> = {
  home: () => t`Bikes and the people who build them`,
  bike: () => t`A bike with all its parts`,
  search: () => t`Search by part, maker and size`,
};
/** Sizes of the screens in CSS pixels, and how many pixels a picture has for each; phones show the narrow ones. */
export const appScreenSizes = {
  narrow: { width: 390, height: 844, scale: 2 },
  wide: { width: 1280, height: 800, scale: 1 },
} as const;

type FormFactor = keyof typeof appScreenSizes;

const screenshots = () =>
  (['narrow', 'wide'] as const satisfies FormFactor[]).flatMap((form_factor) =>
    appScreens.map((name) => {
      const { width, height, scale } = appScreenSizes[form_factor];
      return {
        src: `/app/${name}-${form_factor}.jpg`,
        sizes: `${width * scale}x${height * scale}`,
        type: 'image/jpeg',
        form_factor,
        label: labelOfScreen[name](),
      };
    }),
  );

/**
 * The web app manifest (w3.org/TR/appmanifest) in a language, which must be the current one. An installed app keeps its
 * identity and where it begins: home leads to the language of the device.
 */
export const webManifest = (language: SiteLanguage = ownLanguage) =>
  ({
    id: '/',
    name: 'Headbadge',
    short_name: 'Headbadge',
    description: t`Bikes and the people who build them. Works without signal.`,
    lang: language,
    dir: directionOf(language),
    start_url: homePage(),
    scope: '/',
    display: 'standalone',
    display_override: ['standalone', 'minimal-ui'],
    // One window: a second one would have drafts of its own that are typed.
    launch_handler: { client_mode: ['navigate-existing', 'auto'] },
    background_color: ground,
    theme_color: ground,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      shortcut(t`Add a bike`, languagePathOf(language) + addBikePage(), 'add'),
      shortcut(t`Search`, languagePathOf(language) + searchPage(), 'search'),
      shortcut(t`Messages`, languagePathOf(language) + messagesPage(), 'messages'),
    ],
    screenshots: screenshots(),
    share_target: {
      action: sharePhotosPath,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: sharedPhotosField, accept: ['image/*', ...photoLimits.types] }] },
    },
  }) satisfies Partial<ManifestOptions>;
