import type { MetaArgs } from 'react-router';
import { type PageName, pageMeta } from '#web/ground/routing/page-meta.ts';

/** Without the URLs that other pages have in their meta tags: what follows the path is a secret. */
export function secretMeta(page: PageName) {
  const words = pageMeta(page);
  return (args: MetaArgs) => [
    ...words(args).filter((one) => !('tagName' in one) && !('property' in one)),
    { name: 'robots', content: 'noindex, nofollow' },
  ];
}
