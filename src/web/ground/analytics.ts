import { readCookie } from './cookies.ts';
import { rowOf, splitLocale } from './routing/rules.ts';

export type AnalyticsEvent = {
  event: string;
  page_path?: string;
  page_title?: string;
  event_category?: string;
  event_label?: string;
};

declare global {
  interface Window {
    dataLayer?: Record<string, unknown>[];
  }
}

export type Consent = 'granted' | 'denied';
const consentCookie = 'consent';

let containers: readonly string[] = [];
let loaded = false;

const allowed = () =>
  containers.length > 0 &&
  readCookie(consentCookie) === 'granted' &&
  !rowOf(splitLocale(location.pathname).path)?.secret;

/** Pushes an event to the data layer. Without consent or without configured containers nothing is stored. */
export function sendEvent({ event, ...options }: AnalyticsEvent) {
  if (!allowed()) return;
  window.dataLayer ??= [];
  window.dataLayer.push({
    event,
    page_path: location.pathname,
    page_title: document.title,
    ...options,
  });
}

/** Loads the configured tag containers once, if the visitor has consented. */
export function startAnalytics(containerIds: readonly string[]) {
  containers = containerIds;
  if (loaded || !allowed()) return;
  loaded = true;
  window.dataLayer ??= [];
  window.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  for (const id of containerIds) {
    const script = document.createElement('script');
    script.async = true;
    script.src = `https://www.googletagmanager.com/${id.startsWith('GTM-') ? 'gtm.js' : 'gtag/js'}?id=${id}`;
    document.head.append(script);
  }
}

export function decideConsent(consent: Consent, containerIds: readonly string[]) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${consentCookie}=${consent}; path=/; max-age=${365 * 86_400}; samesite=lax`;
  startAnalytics(containerIds);
  sendEvent({ event: 'page_view' });
}

let last: string | undefined;

/** One page view per address; the title is read after the page has set it. */
export function trackPageView(pathname: string) {
  if (pathname === last) return;
  last = pathname;
  requestAnimationFrame(() => sendEvent({ event: 'page_view', page_path: pathname }));
}
