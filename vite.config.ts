import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig, type Plugin } from 'vitest/config';
import { analyze } from './api/build/analyze.ts';
import { icons } from './api/build/icons.ts';
import { languageLinks } from './api/build/language-links.ts';
import { precacheList } from './api/build/pack.ts';
import { precompress } from './api/build/precompress.ts';
import { markedFolder, texts } from './api/build/texts.ts';
import { webManifest } from './api/build/web-manifest.ts';

/** The oldest supported browsers. `tests/kit/floor.ts` removes what they lack. */
const floor = ['safari17', 'ios17', 'firefox128', 'chrome120'];

// The same as in tests/run/tiers.ts, which a build cannot import.
const nightly = 'nightly';
const runsAll = process.env.TEST_TIER === 'all';
const tags = [{ name: nightly, description: 'Runs with `npm run test:all` only.' }];

const built = new Set<string>();
/** The files that every page has loaded before it installs a worker. */
const loadedByAll = new Set<string>();

/** Records this build's files: the folder also has those of earlier builds, which the worker must not fetch. */
const noteBuilt: Plugin = {
  name: 'note-built',
  apply: 'build',
  writeBundle: (_, bundle) => {
    for (const [file, one] of Object.entries(bundle)) {
      built.add(file);
      if (one.type !== 'chunk') continue;
      if (one.facadeModuleId?.endsWith('index.html') || one.name === 'background') loadedByAll.add(file);
    }
    for (const file of loadedByAll) {
      const one = bundle[file];
      if (one?.type === 'chunk') for (const next of one.imports) loadedByAll.add(next);
    }
  },
};

/** Short name of a style sheet's class: each is in the sheet and in a script, often many times. */
const classNameOf = (name: string, file: string): string =>
  `c${createHash('sha256')
    .update(`${relative(import.meta.dirname, file.replace(/\?.*/, ''))} ${name}`)
    .digest('base64url')
    .slice(0, 4)}`;

/** Declares the order of the layers in each style sheet, because pages load the sheets in any order. */
const layersFirst: Plugin = {
  name: 'layers-first',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler: (_, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) {
          file.source = `@layer reset,tokens,base,components;${file.source}`;
        }
      }
    },
  },
};

const reader = join(import.meta.dirname, 'src/warm-start/reader.ts');

/** Puts the warm-start reader first in the page: it reads IndexedDB while the other scripts load. */
const readerFirst: Plugin = {
  name: 'reader-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const built = Object.values(bundle).find((one) => one.type === 'chunk' && one.facadeModuleId === reader);
      if (!built) throw new Error('What reads this device first is no file of its own.');
      const attrs = { type: 'module', crossorigin: true, async: true, src: `/${built.fileName}` };
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
    },
  },
};

const theme = join(import.meta.dirname, 'src/theme.ts');

/** Puts the theme script first in the page: a classic script, which blocks the first paint. */
const themeFirst: Plugin = {
  name: 'theme-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const built = Object.values(bundle).find((one) => one.type === 'chunk' && one.facadeModuleId === theme);
      if (!built) throw new Error('What paints the first moment is no file of its own.');
      return [{ tag: 'script', attrs: { src: `/${built.fileName}` }, injectTo: 'head-prepend' }];
    },
  },
};

type Module = { importedIds: readonly string[] };
type Graph = { getModuleInfo(id: string): Module | null };
const source = (file: string) => join(import.meta.dirname, 'src', file);
const entry = source('main.tsx');

/** Returns a function that says whether a module is one of `roots` or imported by them, directly or not. */
function importedBy(...roots: string[]): (id: string, graph: Graph) => boolean {
  let found: Set<string> | undefined;
  return (id, graph) => {
    if (!found) {
      found = new Set(roots);
      for (const one of found) for (const next of graph.getModuleInfo(one)?.importedIds ?? []) found.add(next);
    }
    return found.has(id);
  };
}

const isFirst = importedBy(entry);
const isBackground = importedBy(source('app/background.ts'), source('app/afterwards.ts'));

/** The chunk of all modules that every page loads at its start. */
const firstLoad = (id: string, graph: Graph): string | null =>
  // The entry must stay a chunk of its own, or the manifest has no entry to name.
  isFirst(id, graph) && id !== entry ? 'first' : null;

/** The chunk of what every page starts once it is shown. */
const background = (id: string, graph: Graph): string | null => (isBackground(id, graph) ? 'background' : null);

/** Whether every page has loaded this file before it loads any other chunk. */
const isAlwaysHere = (file: string): boolean => /assets\/(?:react|rolldown-runtime)-[\w-]+\.js$/.test(file);

const pwa = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'sw',
  filename: 'worker.ts',
  registerType: 'prompt',
  injectRegister: false,
  includeManifestIcons: false,
  injectManifest: {
    // The worker is registered as a classic script, in one piece.
    rollupFormat: 'iife',
    buildPlugins: { vite: [texts()] },
    globPatterns: ['index.html', 'favicon.svg', 'assets/*.{js,css,woff2,svg}'],
    // Reports to other services, challenges, moderation, sign-up, confirmation, passwords, account deletion, the contact
    // form, installing and shared folders need a connection anyway.
    globIgnores: [
      // Letters that English does not have: the workers of languages that do precache them.
      'assets/*-latin-ext-*',
      'assets/{install-{screen,offer,prompt},ios-splash,contact-screen,report-errors,count-visits,search.worker,with-answer,check-mail,use-mailed-link,address-form,accounts.actions,moderation-screen,signup*,{delete-account,user-password,user-invitations,user-followers,elsewhere}-screen,enter-elsewhere*,join-form*,export-data,ask-for-proof,password-input,web-authn*,passkeys*,passkey-login,programs-access,use-invitations,own-account,account-help,banned-requests,own.actions,departure.actions,{confirm-email,confirm-new-email,undo-email-change,shared-favorites}-screen,{forgot,reset}-password*,send-email-confirmation*}-*',
    ],
    manifestTransforms: [
      async (entries) => {
        const current = entries.filter(({ url }) => !url.startsWith('assets/') || built.has(url));
        // The files that every page loads are in the HTTP cache by then.
        const packed = current
          .map(({ url }) => url)
          .filter((url) => /^assets\/.*\.(?:js|css)$/.test(url) && !loadedByAll.has(url));
        const furtherFonts = [...built].filter((file) => file.includes('-latin-ext-'));
        const list = { entries: current.map(({ url, revision }) => ({ url, revision })), packed, furtherFonts };
        await writeFile(`dist/${markedFolder}/precache.json`, JSON.stringify(list));
        const manifest = await precacheList('dist', list);
        return { manifest: manifest.map((entry) => ({ ...entry, size: 0 })), warnings: [] };
      },
    ],
  },
  manifest: webManifest(),
});

/**
 * A bound only ends a test that fails: what passes waits for what happens. So one for all is enough, and it is long: forty
 * busy processes on two cores leave a test a twentieth of its time.
 */
const bounds = {
  expect: { poll: { timeout: 60_000 } },
  // On a busy machine one of five thousand tests fails now and then. The run names each that needed a second try.
  retry: Number(process.env.TEST_RETRIES ?? 0),
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

const pace = {
  test: {
    name: 'pace',
    tags,
    environment: 'node',
    include: ['tests/bench/**/*.ui.test.ts'],
    globalSetup: ['tests/kit/setup-run.ts', 'tests/kit/setup-browser.ts'],
    // Page timings need an otherwise idle machine, and a browser like a visitor's.
    maxWorkers: 1,
    env: { TIMED_PAGES: 'yes' },
    sequence: { groupOrder: 2 },
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
};

const engines = {
  test: {
    name: 'engines',
    tags,
    environment: 'node',
    include: ['tests/engines/**/*.test.ts'],
    globalSetup: ['tests/kit/setup-run.ts', 'tests/kit/setup-browser.ts'],
    maxWorkers: 1,
    sequence: { groupOrder: 3 },
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
};

const routerOnServer = join(import.meta.dirname, 'src/app/server-link.tsx');

/** Gives the screens that the server renders a cheaper `Link`. */
const serverLink: Plugin = {
  name: 'server-link',
  enforce: 'pre',
  resolveId: (id, importer = '') =>
    id === 'react-router' && importer !== routerOnServer && !importer.includes('node_modules') ? routerOnServer : null,
};

const parser = '\0destr';
/** Leaves ofetch's tolerant JSON parser out of the page: `src/api` passes its own. */
const plainJson: Plugin = {
  name: 'plain-json',
  enforce: 'pre',
  resolveId: (id) => (id === 'destr' ? parser : null),
  load: (id) => (id === parser ? 'export default JSON.parse' : null),
};

const jsx = 'react/jsx-runtime';
const jsxModule = '\0jsx';
/** React's JSX functions as an ES module: 2,400 calls are shorter than through an object that CommonJS exports. */
const jsxAsModule: Plugin = {
  name: 'jsx-as-module',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id, importer) => (id === jsx && importer !== jsxModule ? jsxModule : null),
  load: (id) =>
    id === jsxModule
      ? `import all from '${jsx}'; export const jsx = all.jsx, jsxs = all.jsxs, Fragment = all.Fragment;`
      : null,
};

/** `npm run build -- --analyze` lists what each script consists of. */
const analysis = process.env.ANALYZE ? [analyze('dist/.analysis.html')] : [];

export default defineConfig(({ command, isSsrBuild, mode }) => ({
  // Dexie's package points at its ES5 build, which is larger and has its own promises.
  resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
  plugins: isSsrBuild
    ? [texts(), serverLink, icons(), react()]
    : [
        texts(),
        icons(),
        plainJson,
        jsxAsModule,
        react(),
        languageLinks(),
        noteBuilt,
        layersFirst,
        readerFirst,
        themeFirst,
        pwa,
        precompress(),
        ...analysis,
      ],
  publicDir: isSsrBuild ? false : 'public',
  // The server bundle contains React, so that it is the same version as in the browser and in any environment.
  ssr: { noExternal: true },
  // A server build would read this at run time, and `npm start` would get React's development build.
  define: isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify(mode) } : {},
  css: { modules: command === 'build' ? { generateScopedName: classNameOf } : {} },
  build: {
    // The server bundle is in a hidden folder, where no visitor can request it.
    outDir: isSsrBuild ? 'dist/.ssr' : 'dist',
    manifest: !isSsrBuild,
    emptyOutDir: isSsrBuild === true,
    target: floor,
    // Without it light-dark() and nesting would not be compiled.
    cssTarget: floor,
    modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter((file) => !isAlwaysHere(file)) },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: ['index.html', 'src/hydrate-when-idle.ts', 'src/theme.ts'],
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: (id) =>
                    id === jsxModule || /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/.test(id),
                  priority: 5,
                },
                { name: 'radix', test: /node_modules[\\/](?:@radix-ui|radix-ui|@floating-ui)[\\/]/, priority: 4 },
                // One file compresses better than forty, and arrives at once.
                { name: firstLoad, debugName: 'first', priority: 3 },
                { name: background, debugName: 'background', priority: 2 },
                // The building blocks of screens: otherwise home would have to name each of twenty small files.
                {
                  name: 'parts',
                  test: /src[\\/](?:forms|ui)[\\/](?!menu|popover|in-language|lists|proof|password-input|passkeys)|icon:/,
                  priority: 1,
                },
                // Each file costs a slow phone 5 ms at the first use of a screen, even from the worker's cache.
                // What only screens that need a connection share stays with them.
                {
                  name: 'shared',
                  test: /^(?!.*api[\\/]contract[\\/](?:moderation|account-help|own-account|invitations|applications)\.)/,
                  minShareCount: 4,
                  priority: 0,
                },
              ],
            },
          },
        },
  },
  test: {
    projects: [
      {
        test: {
          name: 'server',
          tags,
          environment: 'node',
          include: ['tests/**/*.test.ts', 'api/**/tests/*.test.ts'],
          exclude: ['tests/**/*.{ui,mocked}.test.ts', 'tests/{e2e,engines}/**'],
          globalSetup: ['tests/kit/setup-run.ts'],
          // A test waits for processes, files and sockets for a third of its time.
          maxWorkers: Math.ceil(availableParallelism() * 1.5),
          // Test files share loaded modules: loading them for each file took a fifth of the time.
          isolate: false,
          ...bounds,
        },
      },
      {
        test: {
          // Isolated: mocked modules must not leak into other tests.
          name: 'mocked',
          tags,
          environment: 'node',
          include: ['tests/**/*.mocked.test.ts'],
          globalSetup: ['tests/kit/setup-run.ts'],
          maxWorkers: Math.ceil(availableParallelism() * 1.5),
          ...bounds,
        },
      },
      {
        test: {
          name: 'browser',
          tags,
          environment: 'node',
          include: ['tests/**/*.ui.test.ts', 'tests/e2e/**/*.test.ts'],
          exclude: ['tests/bench/**'],
          globalSetup: ['tests/kit/setup-run.ts', 'tests/kit/setup-browser.ts'],
          // More workers than cores, because a browser waits half of its time. Nothing runs beside them: their steps
          // have timeouts.
          maxWorkers: Math.ceil(availableParallelism() * 2),
          // One browser serves all files of a worker.
          isolate: false,
          sequence: { groupOrder: 1 },
          ...bounds,
        },
      },
      ...(runsAll ? [pace, engines] : []),
    ],
  },
}));
