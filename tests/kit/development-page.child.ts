import { join } from 'node:path';
import { build, loadConfigFromFile, type PluginOption } from 'vite';

const root = join(import.meta.dirname, '../..');
/** Plugins that only the production build needs. */
const leftOut = /^(?:vite-plugin-pwa.*|note-built|precompress)$/;

async function pluginsOf(plugins: PluginOption): Promise<PluginOption[]> {
  const one = await plugins;
  if (Array.isArray(one)) return (await Promise.all(one.map(pluginsOf))).flat();
  return one && !leftOut.test(one.name) ? [one] : [];
}

async function make(outDir: string, ssr: string | undefined): Promise<void> {
  const mode = 'development';
  const loaded = await loadConfigFromFile({ command: 'build', mode, isSsrBuild: ssr !== undefined }, undefined, root);
  if (!loaded) throw new Error('There is no vite.config.ts.');
  const { config } = loaded;
  await build({
    ...config,
    root,
    mode,
    configFile: false,
    logLevel: 'error',
    plugins: await pluginsOf(config.plugins),
    build: { ...config.build, outDir, minify: false, reportCompressedSize: false, ...(ssr && { ssr }) },
  });
}

/** Builds the page and the server renderer with React's development build, into the folder given as argument. */
const [, , folder = ''] = process.argv;
await make(folder, undefined);
await make(join(folder, '.ssr'), 'src/server.tsx');
