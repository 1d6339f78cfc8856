import { sendEvent } from '../analytics.ts';

let last: string | undefined;

/** One page view per address; the title is read after the page has set it. */
export function trackPageView(pathname: string) {
  if (pathname === last) return;
  last = pathname;
  requestAnimationFrame(() => sendEvent({ event: 'page_view', page_path: pathname }));
}
