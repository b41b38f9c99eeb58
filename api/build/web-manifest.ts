import type { ManifestOptions } from 'vite-plugin-pwa';
import { sharedPhotosField, sharePhotosPath } from '#contract/install.ts';
import { addBikePage, homePage, messagesPage, searchPage } from '#contract/pages.ts';
import { photoLimits } from '#contract/photos.ts';

/** Background of the light theme; pages name both themes' in `theme-color`. */
const ground = '#f8f9f9';

const shortcut = (name: string, url: string, icon: string) => ({
  name,
  url,
  icons: [{ src: `/app/${icon}.png`, sizes: '96x96', type: 'image/png' }],
});

/** Pictures of the app in the browser's install dialog: `npm run app:pictures` makes them from the demo. */
export const appScreens = [
  { name: 'home', label: 'Bikes and the people who build them' },
  { name: 'bike', label: 'A bike with all its parts' },
  { name: 'search', label: 'Search by part, maker and size' },
] as const;
/** Sizes of the screens in CSS pixels, and how many pixels a picture has for each; phones show the narrow ones. */
export const appScreenSizes = {
  narrow: { width: 390, height: 844, scale: 2 },
  wide: { width: 1280, height: 800, scale: 1 },
} as const;

type FormFactor = keyof typeof appScreenSizes;

const screenshots = (['narrow', 'wide'] as const satisfies FormFactor[]).flatMap((form_factor) =>
  appScreens.map(({ name, label }) => {
    const { width, height, scale } = appScreenSizes[form_factor];
    return {
      src: `/app/${name}-${form_factor}.jpg`,
      sizes: `${width * scale}x${height * scale}`,
      type: 'image/jpeg',
      form_factor,
      label,
    };
  }),
);

/** The web app manifest (w3.org/TR/appmanifest). */
export const webManifest = {
  id: '/',
  name: 'Headbadge',
  short_name: 'Headbadge',
  description: 'Bikes and the people who build them. Works without signal.',
  lang: 'en',
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
    shortcut('Add a bike', addBikePage(), 'add'),
    shortcut('Search', searchPage(), 'search'),
    shortcut('Messages', messagesPage(), 'messages'),
  ],
  screenshots,
  share_target: {
    action: sharePhotosPath,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: sharedPhotosField, accept: ['image/*', ...photoLimits.types] }] },
  },
} satisfies Partial<ManifestOptions>;
