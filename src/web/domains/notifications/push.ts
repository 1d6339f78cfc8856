import type { Api } from '#web/ground/api/api.ts';

export type PushState =
  | 'unknown'
  /** Not supported by this browser. */
  | 'unsupported'
  /** Supported once the app is on the home screen. */
  | 'install'
  | 'off'
  | 'on'
  /** The user has blocked notifications in the browser. */
  | 'denied';

const isAppleTouch = () =>
  /iPhone|iPad/.test(navigator.userAgent) && !('standalone' in navigator && navigator.standalone);

/** Support, as far as it is known without a request. */
function supportOf(): 'unsupported' | 'install' | 'supported' {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'supported';
  return isAppleTouch() ? 'install' : 'unsupported';
}

const worker = async () =>
  (await navigator.serviceWorker.getRegistration('/')) ?? (await navigator.serviceWorker.register('/sw.js'));

const sameKey = (key: ArrayBuffer | null, expected: string) =>
  key !== null &&
  btoa(String.fromCharCode(...new Uint8Array(key)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '') === expected;

/**
 * The state of this browser. An active subscription is sent again, so that the server has the current
 * endpoint and language.
 */
export async function readPush(api: Api): Promise<PushState> {
  const support = supportOf();
  if (support !== 'supported') return support;
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await (await worker()).pushManager.getSubscription();
  if (!subscription || Notification.permission !== 'granted') return 'off';
  const { is_on, public_key } = await api('GET /api/users/push');
  if (!is_on || !sameKey(subscription.options.applicationServerKey, public_key)) return 'off';
  await saveSubscription(api, subscription);
  return 'on';
}

/**
 * Asks the user for permission, subscribes at the browser's push service, and sends the subscription to the
 * server.
 */
export async function turnOn(api: Api): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return 'denied';
  if (permission !== 'granted') return 'off';
  const { public_key } = await api('GET /api/users/push');
  const registration = await worker();
  const before = await registration.pushManager.getSubscription();
  // A subscription belongs to one key; the key changes with the server's secret.
  if (before && !sameKey(before.options.applicationServerKey, public_key)) await before.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: public_key,
  });
  await saveSubscription(api, subscription);
  return 'on';
}

export async function turnOff(api: Api): Promise<PushState> {
  await api('DELETE /api/users/push');
  const registration = await navigator.serviceWorker.getRegistration('/');
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  return 'off';
}

async function saveSubscription(api: Api, subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON();
  await api('PUT /api/users/push', {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } },
  });
}
