/**
 * The clock-in page without a network (public/clock-in-offline.html): what this device last knew of the tutor's
 * classes, the one button, and the clock-ins that wait. The clock-in page sends them when the network is back.
 */
import { clockOf, dayOf } from '#shared/hong-kong.ts';
import { readCookie } from '#web/ground/cookies.ts';
import { newKey } from '#web/ground/drafts.ts';
import { classNameIn, isHasty, type NewClockIn, type Running, runningOf } from '../queue/queued-clock-in.ts';
import { clockInStore, type OfflineClasses, readClasses } from '../queue/store.ts';
import { offlineOwnerKey } from '../queue/waiting-count.ts';

const lookEveryMs = 5000;

part('retry').addEventListener('click', () => location.reload());
// A network that has just come back may not carry yet, and a server that was away tells nobody: one has to look.
window.addEventListener('online', reloadWhenServed);
setInterval(reloadWhenServed, lookEveryMs);

showClasses().catch((error) =>
  console.error('應用層錯誤: the classes on this device could not be shown', error),
);

async function reloadWhenServed() {
  const answer = navigator.onLine
    ? await fetch('/builds/latest.json', { cache: 'no-store' }).catch(() => undefined)
    : undefined;
  if (answer?.ok) location.reload();
}

async function showClasses() {
  // Logging out takes the cookie and the name away: then the classes are nobody's.
  const owner = readCookie('csrftoken') ? Number(localStorage.getItem(offlineOwnerKey)) : 0;
  const kept = owner ? await readClasses(owner) : undefined;
  if (kept) await show(kept);
}

async function show({ owner, words, classes, open, plans = [], locale, at }: OfflineClasses) {
  document.documentElement.lang = locale === 'en' ? 'en-HK' : 'zh-Hant-HK';
  document.title = `${words.title} - 明師`;
  element('h1').textContent = words.title;
  part('notice').textContent = words.offline;
  part('retry').textContent = words.retry;
  part('as-of').textContent = `${words.asOf} ${dayAndTime(at)}`;
  part('as-of').hidden = false;
  showPlans();
  const chosen = document.createElement('select');
  for (const { id, name } of classes) chosen.append(make('option', name, { value: String(id) }));
  await draw();

  async function draw() {
    const taps = await clockInStore.of(owner);
    const running = runningOf(open ?? undefined, taps);
    const nameOf = (id: number) => classes.find((one) => one.id === id)?.name ?? classNameIn(taps, id);
    const desk = part('desk');
    desk.hidden = !running && classes.length === 0;
    const button = make('button', running ? words.end : words.start, { type: 'button', className: 'tap' });
    if (running) {
      button.onclick = () => end(running, nameOf(running.classId));
      desk.replaceChildren(
        make('h2', nameOf(running.classId)),
        make('p', `${words.running} ・ ${clockOf(running.since)}`),
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
      const what = `${status === 1 ? words.start : words.end} ・ ${className} ・ ${dayAndTime(tapped)}`;
      list.append(make('li', refused ? `${what} ・ ${words.refused}` : what));
    }
    waiting.replaceChildren(make('h2', words.waiting), list);
  }

  /** Today's lessons and those of the coming days, with the note of the last one. */
  function showPlans() {
    const today = dayOf(Date.now());
    const ahead = plans.filter(({ ends_at }) => Date.parse(ends_at) > Date.now());
    const ofToday = ahead.filter(({ starts_at }) => dayOf(starts_at) === today);
    const later = ahead.filter(({ starts_at }) => dayOf(starts_at) > today);
    const list = (title: string, lessons: typeof plans) => {
      const items = document.createElement('ul');
      for (const { starts_at, ends_at, name, place, note } of lessons) {
        const item = make('li', '');
        const day = dayOf(starts_at) === today ? '' : `${dayOf(starts_at)} `;
        item.append(make('strong', `${day}${clockOf(starts_at)}–${clockOf(ends_at)} ${name}`));
        if (place) item.append(make('p', place, { className: 'quiet' }));
        if (note?.done) item.append(make('p', `${words.done} ・ ${note.done}`));
        if (note?.homework) item.append(make('p', `${words.homework} ・ ${note.homework}`));
        items.append(item);
      }
      return lessons.length > 0 ? [make('h2', title), items] : [];
    };
    part('plan').replaceChildren(...list(words.todays, ofToday), ...list(words.nextOnes, later));
    part('plan').hidden = ahead.length === 0;
  }

  function end(running: Running, className: string) {
    if (isHasty(running, Date.now()) && !confirm(words.hasty)) return;
    const { classId, startKey } = running;
    return tap({ classId, className, status: 2, startKey });
  }

  async function tap(given: Omit<NewClockIn, 'owner' | 'key' | 'at'>) {
    try {
      await clockInStore.add({ ...given, owner, key: newKey(), at: new Date().toISOString() });
    } catch (error) {
      console.error('應用層錯誤: a clock-in could not be kept on this device', error);
      part('notice').textContent = words.notKept;
    }
    await draw();
  }
}

function part(name: 'notice' | 'desk' | 'waiting' | 'plan' | 'as-of' | 'retry') {
  return element(`[data-part="${name}"]`);
}

function element(selector: string) {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`clock-in-offline.html has no ${selector}`);
  return found;
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text: string,
  more: Partial<HTMLElementTagNameMap[Tag]> = {},
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), { textContent: text }, more);
}

function dayAndTime(moment: string) {
  return `${dayOf(moment)} ${clockOf(moment)}`;
}
