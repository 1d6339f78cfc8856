import { join } from 'node:path';

/** For Vite: a font inlined in the stylesheet would be a `data:` URL, which the pages' security policy refuses. */
export const fontsAsFiles = (file: string) => (/\.(woff2?|ttf)$/.test(file) ? false : undefined);

/** For Vite: the icons' drawings stay lucide-react's, the component around them is ours (lucide-icon.ts). */
export const lightIcons = {
  find: /^.*\/createLucideIcon\.mjs$/,
  replacement: join(import.meta.dirname, 'lucide-icon.ts'),
};
