// The clock-in page when no page can be had: what this phone last knew of the tutor's classes, the one button, and the
// taps that wait. It shares its database and its rules with src/web/classes/queue, which sends them.
const part = (name) => document.querySelector(`[data-part="${name}"]`);
const hongKong = (iso) => new Date(Date.parse(iso) + 8 * 3_600_000).toISOString();
const clock = (iso) => hongKong(iso).slice(11, 16);
const day = (iso) => hongKong(iso).slice(0, 10);
const hastyMs = 10 * 60_000;

part('retry').addEventListener('click', () => location.reload());
// A network that has just come back may not carry yet, and a server that was away tells nobody: one has to look.
const lookEveryMs = 5000;
window.addEventListener('online', look);
setInterval(look, lookEveryMs);

async function look() {
  const answer = navigator.onLine
    ? await fetch('/builds/latest.json', { cache: 'no-store' }).catch(() => undefined)
    : undefined;
  if (answer?.ok) location.reload();
}

/** Undefined where this phone has never had such a page open. */
function openDatabase() {
  return new Promise((resolve) => {
    const request = indexedDB.open('mingshi-clock-in');
    request.onupgradeneeded = () => request.transaction.abort();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
}

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const database = await openDatabase();
// Nobody's after logging out: then there is no such name, nor the cookie.
const owner = /(?:^|; )csrftoken=/.test(document.cookie)
  ? Number(localStorage.getItem('mingshi:clock-in-for'))
  : 0;
const kept = owner && database && (await done(database.transaction('kept').objectStore('kept').get(owner)));

const readTaps = () => done(database.transaction('taps').objectStore('taps').index('owner').getAll(owner));

/** As in src/web/classes/queue/tap.ts. */
function runningOf(open, taps) {
  let running = open && { classId: open.class_id, since: open.started_at, startKey: null };
  for (const tap of taps.filter(({ refused }) => !refused))
    if (tap.status === 2) running = running?.classId === tap.classId ? undefined : running;
    else if (running?.classId !== tap.classId)
      running = { classId: tap.classId, since: tap.at, startKey: tap.key };
  return running;
}

function make(tag, text, more = {}) {
  return Object.assign(document.createElement(tag), { textContent: text, ...more });
}

async function show({ words, classes, open, locale, at }) {
  document.documentElement.lang = locale === 'en' ? 'en-HK' : 'zh-Hant-HK';
  document.title = `${words.title} - 明師`;
  document.querySelector('h1').textContent = words.title;
  part('notice').textContent = words.offline;
  part('retry').textContent = words.retry;
  part('as-of').textContent = `${words.asOf} ${day(at)} ${clock(at)}`;
  part('as-of').hidden = false;
  const chosen = document.createElement('select');
  for (const { id, name } of classes) chosen.append(make('option', name, { value: id }));
  await draw();

  async function draw() {
    const taps = await readTaps();
    const running = runningOf(open, taps);
    const nameOf = (id) =>
      classes.find((one) => one.id === id)?.name ??
      taps.find(({ classId }) => classId === id)?.className ??
      '';
    const desk = part('desk');
    desk.hidden = !running && classes.length === 0;
    const button = make('button', running ? words.end : words.start, { type: 'button', className: 'tap' });
    if (running) {
      button.onclick = () => end(running, nameOf(running.classId));
      desk.replaceChildren(
        make('h2', nameOf(running.classId)),
        make('p', `${words.running} ・ ${clock(running.since)}`),
        button,
      );
    } else {
      button.onclick = () => {
        const classId = Number(chosen.value);
        return tap({ classId, className: nameOf(classId), status: 1, startKey: null });
      };
      const label = make('label', words.which);
      label.append(chosen);
      desk.replaceChildren(classes.length > 1 ? label : make('h2', classes[0]?.name ?? ''), button);
    }
    const waiting = part('waiting');
    waiting.hidden = taps.length === 0;
    const list = document.createElement('ul');
    for (const { status, at: tapped, className, refused } of taps) {
      const what = `${status === 1 ? words.start : words.end} ・ ${className} ・ ${day(tapped)} ${clock(tapped)}`;
      list.append(make('li', refused ? `${what} ・ ${words.refused}` : what));
    }
    waiting.replaceChildren(make('h2', words.waiting), list);
  }

  function end({ classId, since, startKey }, className) {
    // An end is given once.
    if (Date.now() - Date.parse(since) < hastyMs && !confirm(words.hasty)) return;
    return tap({ classId, className, status: 2, startKey });
  }

  async function tap(given) {
    try {
      const store = database.transaction('taps', 'readwrite', { durability: 'strict' }).objectStore('taps');
      await done(store.add({ ...given, owner, key: newKey(), at: new Date().toISOString(), refused: null }));
      localStorage.setItem(`mingshi:clock-in:${owner}`, String((await readTaps()).length));
    } catch (error) {
      console.error('應用層錯誤: a clock-in could not be kept on this device', error);
      part('notice').textContent = words.notKept;
    }
    await draw();
  }
}

/** randomUUID is not there on pages without TLS. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

if (kept) show(kept);
