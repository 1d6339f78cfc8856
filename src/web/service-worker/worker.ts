// Pages always come from the network; a cache answers only for hashed assets, which never change, and for the
// pages that say the network is away. That of the clock-in takes taps down meanwhile.
import { locales } from '#shared/locale.ts';
import type { PushPayload } from '#shared/push.ts';

declare const self: ServiceWorkerGlobalScope;
/** Put here by the build (offline-scripts.ts). */
declare const clockInScriptHash: string;

const assets = 'assets-v1';
// The number is raised when one of the files in public/ changes; the hash changes with the script that is built.
const offline = `offline-v2-${clockInScriptHash}`;
const clockIn = '/clock-in-offline.html';
const offlineFiles = ['/offline.html', '/icons/seal.svg', clockIn, '/clock-in-offline.js'];
const clockInPath = new RegExp(`^(/(${locales.join('|')}))?/clock-in/?$`);

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(offline).then((cache) => cache.addAll(offlineFiles)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const known = new Set([assets, offline]);
  const forget = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => !known.has(name)).map((name) => caches.delete(name))),
    );
  event.waitUntil(Promise.all([forget, self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    event.respondWith(networkFirst(request, clockInPath.test(pathname) ? clockIn : '/offline.html'));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(cacheFirst(request));
  } else if (offlineFiles.includes(pathname)) {
    event.respondWith(networkFirst(request, request));
  }
});

const networkFirst = (request: Request, kept: RequestInfo) =>
  fetch(request).catch(async () => (await caches.match(kept)) ?? Response.error());

async function cacheFirst(request: Request) {
  const cache = await caches.open(assets);
  const kept = await cache.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) {
    await cache.put(request, fresh.clone());
    await forgetOldest(cache, 200);
  }
  return fresh;
}

/** Old builds leave their assets behind; the oldest go first. */
async function forgetOldest(cache: Cache, most: number) {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
}

// What the server sends while no page is open: words and where they lead.
self.addEventListener('push', (event) => {
  if (!event.data) throw new Error('a push message without data');
  const { title, body, path, tag, lang }: PushPayload = event.data.json();
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    lang,
    // A second one of the same tag takes the place of the first, and is heard all the same.
    renotify: true,
    icon: '/icons/seal-192.png',
    badge: '/icons/seal-192.png',
    data: { path },
  };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.path));
});

/** In a window that is open, else in a new one. */
async function show(path: PushPayload['path']) {
  const { href, origin } = new URL(path, self.location.origin);
  if (origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window' });
  const open = windows.find(({ url }) => url === href) ?? windows[0];
  if (!open) return self.clients.openWindow(href);
  const there = open.url === href ? open : await open.navigate(href);
  await there?.focus();
}
