import { join } from 'node:path';

/** For Vite: the icons' drawings stay lucide-react's, the component around them is ours (lucide-icon.ts). */
export const lightIcons = {
  find: /^.*\/createLucideIcon\.mjs$/,
  replacement: join(import.meta.dirname, 'lucide-icon.ts'),
};
