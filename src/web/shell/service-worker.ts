import { idle } from '#web/ground/page-life.ts';

/**
 * The service worker makes the app installable and shows the offline page; it never serves a page from a
 * cache.
 */
export async function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await idle();
  navigator.serviceWorker
    .register('/sw.js')
    .catch((error) => console.error('應用層錯誤: the service worker did not register', error));
}
