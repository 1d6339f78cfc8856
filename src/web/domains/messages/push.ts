import type { Api } from '#web/ground/api/api.ts';

export type PushState =
  | 'unknown'
  /** This browser cannot. */
  | 'unsupported'
  /** It can once the app is on the home screen. */
  | 'install'
  | 'off'
  | 'on'
  /** Its owner has told the browser not to ask. */
  | 'denied';

const isAppleTouch = () =>
  /iPhone|iPad/.test(navigator.userAgent) && !('standalone' in navigator && navigator.standalone);

/** What can be said without asking anybody. */
function supportOf(): 'unsupported' | 'install' | 'supported' {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'supported';
  return isAppleTouch() ? 'install' : 'unsupported';
}

const worker = async () =>
  (await navigator.serviceWorker.getRegistration('/')) ?? (await navigator.serviceWorker.register('/sw.js'));

const sameKey = (given: ArrayBuffer | null, wanted: string) =>
  given !== null &&
  btoa(String.fromCharCode(...new Uint8Array(given)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '') === wanted;

/** Where this browser stands. One that is on says so again, so that the server has its address and language of today. */
export async function readPush(api: Api): Promise<PushState> {
  const support = supportOf();
  if (support !== 'supported') return support;
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await (await worker()).pushManager.getSubscription();
  if (!subscription || Notification.permission !== 'granted') return 'off';
  const { is_on, public_key } = await api('GET /api/users/push');
  if (!is_on || !sameKey(subscription.options.applicationServerKey, public_key)) return 'off';
  await keep(api, subscription);
  return 'on';
}

/** Asks the browser's owner, then the browser's push service, and tells the server where that is. */
export async function turnOn(api: Api): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return 'denied';
  if (permission !== 'granted') return 'off';
  const { public_key } = await api('GET /api/users/push');
  const registration = await worker();
  const before = await registration.pushManager.getSubscription();
  // A subscription is for one key; the key changes with the server's secret.
  if (before && !sameKey(before.options.applicationServerKey, public_key)) await before.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: public_key,
  });
  await keep(api, subscription);
  return 'on';
}

export async function turnOff(api: Api): Promise<PushState> {
  await api('DELETE /api/users/push');
  const registration = await navigator.serviceWorker.getRegistration('/');
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  return 'off';
}

async function keep(api: Api, subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON();
  await api('PUT /api/users/push', {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } },
  });
}
