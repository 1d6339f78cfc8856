import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { offlineScripts } from './src/web/offline-scripts.ts';
import { fontsAsFiles } from './src/web/ui/for-vite.ts';

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), offlineScripts(), precompress()],
  build: {
    target: 'baseline-widely-available',
    reportCompressedSize: false,
    assetsInlineLimit: fontsAsFiles,
  },
  // In development Vite would run CommonJS packages as if they were modules.
  ssr: { noExternal: command === 'build' || undefined },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every page needs in two files instead of thirty: fewer requests, and small files compress badly.
            codeSplitting: {
              groups: [
                { name: 'libraries', test: isLibrary },
                { name: 'market-icons', test: isMarketIcon },
                {
                  name: 'player-icons',
                  test: /node_modules[\\/]lucide-react[\\/].*icons[\\/](pause|play)\.m?js$/,
                },
                { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/ },
                { name: 'shell', test: isShell, minShareCount: 2 },
                { name: 'home-parts', test: isHomePart, minShareCount: 2 },
                { name: 'drawings', test: /ui[\\/]drawings\.tsx$/ },
              ],
            },
          },
        },
      },
    },
  },
}));

/** What every page and home need of the libraries; the other icons are one file for the pages that show any of them. */
function isLibrary(id: string) {
  const icon = /node_modules[\\/]lucide-react[\\/].*icons[\\/]([\w-]+)\.m?js$/.exec(id)?.[1];
  if (icon !== undefined) return iconsOnEveryPage.test(icon);
  return /node_modules[\\/](react|react-router|cookie|lucide-react)[\\/]/.test(id);
}
const iconsOnEveryPage =
  /^(arrow-up|badge-check|bell|calendar-check|chevron-down|circle-(check|exclamation-point|question-mark)|eraser|house|info|loader-circle|lock|message-(circle|square)|moon|search|sun|user-round|x)$/;

/** What the lists and the pages of a tutor and a case show beside those: they need no other icon. */
function isMarketIcon(id: string) {
  return /node_modules[\\/]lucide-react[\\/].*icons[\\/](arrow-(down|left)|calendar-days|check|chevron-(left|right)|circle-dashed|flag|heart|plus|share-2|sliders-horizontal|star|triangle-exclamation-point)\.m?js$/.test(
    id,
  );
}

/** Modules of the root, the default layout and the client itself. */
function isShell(id: string) {
  const path = /src[\\/]web[\\/](.+)\.tsx?$/.exec(id)?.[1]?.replaceAll('\\', '/');
  if (path === undefined) return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/^(ground|shell)\//.test(path)) return !onSomePagesOnly.test(name);
  return !path.includes('/') || shellParts.test(path) || (path.startsWith('ui/') && onEveryPage.test(name));
}
const onSomePagesOnly =
  /^(post-form|save-file|drafts|times|area-codes|empty-pages|consent|until-online|(use-)?live-events|use-(action|ai-events|calm|deed|do|problem|remote))$/;
const shellParts = /^domains\/(accounts\/account-controls|reference\/(loader|store))$/;
const onEveryPage = /^(button|cx|heading|in-view|message-box|modal-stack|reduced-motion|seal-mark|toast)$/;

/** Small modules that home shares with other pages: one file instead of ten. */
function isHomePart(id: string) {
  return /src[\\/]web[\\/](ui[\\/](forms[\\/])?(text|field|input|select|card-style|portrait)|domains[\\/]market[\\/](card-grid|case-card|price|tutor-card))\.tsx?$/.test(
    id,
  );
}

/** Compresses what the browser loads once, at the best quality, so that the server never has to. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler({ dir = '' }) {
        for (const name of await readdir(dir, { recursive: true })) {
          if (!/\.(js|css|svg|json|html|webmanifest)$/.test(name)) continue;
          const path = join(dir, name);
          const content = await readFile(path);
          if (content.length < 1024) continue;
          const [br, gz] = await Promise.all([
            promisify(brotliCompress)(content),
            promisify(gzip)(content, { level: 9 }),
          ]);
          await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
        }
      },
    },
  };
}
