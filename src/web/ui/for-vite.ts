import { join } from 'node:path';
import type { Plugin } from 'vite';

/** For Vite: every browser that runs this product reads WOFF2, so that KaTeX's two older copies of each face stay out. */
export const onlyWoff2 = (): Plugin => ({
  name: 'only-woff2',
  enforce: 'pre',
  transform: {
    filter: { id: /katex[\\/]dist[\\/]katex(?:\.min)?\.css/ },
    handler: (css) => css.replace(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\(["'][a-z]+["']\)/g, ''),
  },
});

/** For Vite: a face inside the stylesheet would be a `data:` address, which the pages' policy refuses. */
export const fontsAsFiles = (file: string) => (file.endsWith('.woff2') ? false : undefined);

/** For Vite: the icons' drawings stay lucide-react's, the component around them is ours (lucide-icon.ts). */
export const lightIcons = {
  find: /^.*\/createLucideIcon\.mjs$/,
  replacement: join(import.meta.dirname, 'lucide-icon.ts'),
};
