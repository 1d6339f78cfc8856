import { clockOf, formatShortTime } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';
import type { Waiting } from '#shared/notices/waiting.ts';
import { tutorCalled } from '#shared/tutor-name.ts';
import { nameIn, namesIn } from '#web/domains/reference/named.ts';
import type { Api } from '#web/ground/api/api.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { countWords, money } from '#web/ground/i18n/numbers.ts';

/** One card of the home page, in words. */
export type WaitingView = {
  key: string;
  path: string;
  title: string;
  facts: string[];
  button: string;
  isNews: boolean;
  /** What the other side wrote last. */
  text?: string | undefined;
};

/** What waits for somebody who is logged in. The browser gets texts, not lists. */
export async function loadMine(api: Api, t: Translate, locale: Locale) {
  const [{ list, needs_answer }, user, grades, majors, others, regions] = await Promise.all([
    api('GET /api/users/waiting'),
    api('GET /api/users/info'),
    api('GET /api/common_info/grade'),
    api('GET /api/common_info/major_subject'),
    api('GET /api/common_info/other_subject'),
    api('GET /api/common_info/region'),
  ]);
  const names = { grades: grades.list, majors: majors.list, others: others.list, regions: regions.list };
  const isTutor = user.last_identity === 2;
  return {
    cards: list.map((one, place) => ({ key: `${one.kind} ${place}`, ...viewOf(t, locale, names, one) })),
    head: t('waiting.hello', { name: user.name }),
    lead: t(leadOf(list, needs_answer), { count: needs_answer }),
    isTutor,
    /** What to do first, for who has neither a case nor a listing. */
    first: (isTutor ? user.has_shelves : user.case_list.length > 0) ? null : firstSteps(t, isTutor),
    again: isTutor
      ? null
      : { title: t('waiting.again'), facts: [t('waiting.againText')], button: t('waiting.post') },
    draft: { title: t('waiting.draft'), facts: [t('waiting.draftText')], button: t('waiting.continue') },
    shortcutsTitle: t('waiting.shortcuts'),
    shortcuts: (isTutor ? forTutors : forFamilies).map(([path, name]) => ({ path, name: t(name) })),
  };
}
export type MineProps = Awaited<ReturnType<typeof loadMine>>;

/** Nobody clocks in earlier. */
const soonMs = 60 * 60_000;

/** Something for the calendar rather than for this minute: it takes no red button. */
const isNews = ({ kind, is_open, at }: Waiting) =>
  kind === 'trial_agreed' ||
  kind === 'lesson_next' ||
  kind === 'dispute_open' ||
  (kind === 'lesson_today' && !is_open && at !== null && Date.parse(at) - Date.now() > soonMs);
/** There for as long as it is not taken up, while nobody counts on it. */
const isStanding = ({ kind }: Waiting) =>
  kind === 'case_draft' || kind === 'case_online' || kind === 'cases_fit';

function leadOf(list: readonly Waiting[], toAnswer: number) {
  if (toAnswer > 0) return 'waiting.some';
  if (list.length === 0) return 'waiting.nothing';
  return list.every(isStanding) ? 'waiting.none' : 'waiting.todo';
}

const firstSteps = (t: Translate, isTutor: boolean) =>
  isTutor
    ? {
        title: t('waiting.firstTutor'),
        text: t('waiting.firstTutorText'),
        path: '/me/tutor',
        button: t('waiting.makeListing'),
        other: { path: '/cases', name: t('waiting.seeCases') },
      }
    : {
        title: t('waiting.firstFamily'),
        text: t('waiting.firstFamilyText'),
        path: '/me/case/new',
        button: t('waiting.post'),
        other: { path: '/tutors', name: t('waiting.seeTutors') },
      };

const forFamilies = [
  ['/tutors', 'nav.tutors'],
  ['/my-tutoring', 'nav.tutoring'],
  ['/clock-in', 'nav.schedule'],
  ['/message', 'nav.message'],
  ['/aitutor', 'nav.aiTutor'],
  ['/erase', 'nav.erase'],
  ['/voice', 'home.voiceTitle'],
  ['/review', 'pages.review.title'],
] as const;
const forTutors = [
  ['/cases', 'nav.findCases'],
  ['/my-tutoring', 'nav.tutoring'],
  ['/clock-in', 'nav.schedule'],
  ['/me/tutor', 'waiting.listing'],
  ['/me/tutor/cases', 'pages.tutorCases.title'],
  ['/me/safety', 'pages.meSafety.title'],
  ['/aitutor', 'nav.aiTutor'],
  ['/erase', 'nav.erase'],
] as const;

type Lists = Record<'grades' | 'majors' | 'others' | 'regions', readonly { id: number; name: string }[]>;

function viewOf(t: Translate, locale: Locale, lists: Lists, one: Waiting): Omit<WaitingView, 'key'> {
  const { kind, path, count, about } = one;
  const and = t('waiting.and');
  const tutor = one.tutor_name && tutorCalled(one.tutor_name, (surname) => t('ui.tutorCalled', { surname }));
  const subjects = about
    ? [...namesIn(lists.majors, about.major_subject), ...namesIn(lists.others, about.other_subject)].join(and)
    : '';
  const lesson = about
    ? [namesIn(lists.grades, about.grade).join(and), subjects].filter(Boolean).join(' ')
    : '';
  const child = about?.children.join(and) ?? '';
  // A family knows where its lessons are; a tutor tells families apart by it.
  const place = tutor || !about ? '' : nameIn(lists.regions, about.tutoring_region);
  const price = one.price === null ? '' : t('waiting.perHour', { price: money(one.price) });
  const shown = count === null ? '' : countWords(count, one.count_is_capped);
  const join = (...parts: (string | null)[]) =>
    parts.filter((part) => part !== null && part !== '') as string[];
  const values = {
    count: shown,
    tutor: tutor ?? t('waiting.tutor'),
    at: one.at ? formatShortTime(one.at, locale) : '',
    from: one.at ? clockOf(one.at) : '',
    to: one.until ? clockOf(one.until) : '',
    until: one.until ? formatShortTime(one.until, locale) : '',
  };
  const words = (name: keyof typeof wordsOf, facts: string[]) => ({
    path,
    title: t(wordsOf[name].title, values),
    facts,
    button: t(wordsOf[name].button, values),
    isNews: isNews(one),
  });
  switch (kind) {
    case 'lesson_today':
      if (one.is_open) return words(tutor ? 'lesson_watched' : 'lesson_open', join(tutor, child, lesson));
      return words(kind, join(child, lesson, place));
    case 'trial_to_arrange':
      return words(
        tutor ? kind : 'trial_to_arrange_tutor',
        join(child, lesson, place, t('waiting.trialText')),
      );
    case 'trial_agreed':
    case 'lesson_next':
      return words(kind, join(tutor, child, lesson, place));
    case 'lesson_disputed':
      return words(kind, join(child, lesson, place, t('waiting.disputedText')));
    case 'dispute_open':
      return words(kind, join(tutor, child, lesson));
    case 'review_open':
      return words(
        tutor ? kind : 'review_family',
        join(child, lesson, place, t('waiting.reviewUntil', values)),
      );
    case 'application':
      return words(count === 1 ? kind : 'applications', join(child, lesson, price));
    case 'lesson_to_confirm':
      return words(kind, join(tutor, child, lesson, one.until && t('waiting.until', values)));
    case 'case_online':
      if (!count) return words(count === null ? kind : 'case_unfit', join(child, lesson));
      return words(count === 1 ? 'case_fits_one' : 'case_fits', join(child, lesson));
    case 'cases_fit':
      if (!count) return words('cases_unknown', [t('waiting.casesFitText')]);
      return words(count === 1 ? 'cases_fit_one' : kind, [t('waiting.casesFitText')]);
    case 'case_draft':
      return words(kind, join(child, lesson, t('waiting.draftText')));
    case 'message':
      return {
        ...words(count === 1 ? 'message_one' : kind, join(tutor, child, lesson, place)),
        text: one.text || undefined,
      };
    case 'police_check_asked':
    case 'police_check_shared':
      return words(kind, join(child, lesson, place, t('waiting.checkText')));
    default:
      return words(kind, join(tutor, child, lesson, place, price));
  }
}

const wordsOf = {
  lesson_today: { title: 'waiting.lessonToday', button: 'waiting.clockIn' },
  lesson_open: { title: 'waiting.lessonOpen', button: 'waiting.clockOut' },
  lesson_watched: { title: 'waiting.lessonOpen', button: 'waiting.seeRecord' },
  lesson_disputed: { title: 'waiting.disputed', button: 'waiting.tellMySide' },
  dispute_open: { title: 'waiting.disputeOpen', button: 'waiting.seeRecord' },
  trial_to_arrange: { title: 'waiting.matched', button: 'waiting.arrange' },
  trial_to_arrange_tutor: { title: 'waiting.matchedTutor', button: 'waiting.arrange' },
  trial_agreed: { title: 'waiting.trialAgreed', button: 'waiting.seeMatch' },
  lesson_next: { title: 'waiting.lessonNext', button: 'waiting.seeSchedule' },
  review_open: { title: 'waiting.review', button: 'waiting.writeReview' },
  review_family: { title: 'waiting.reviewFamily', button: 'waiting.writeReview' },
  application: { title: 'waiting.application', button: 'waiting.seeApplication' },
  applications: { title: 'waiting.applications', button: 'waiting.seeApplications' },
  invitation: { title: 'waiting.invitation', button: 'waiting.seeInvitation' },
  trial_proposed: { title: 'waiting.trialProposed', button: 'waiting.seeProposal' },
  trial_to_judge: { title: 'waiting.trial', button: 'waiting.judge' },
  plan_proposed: { title: 'waiting.planProposed', button: 'waiting.seeProposal' },
  lesson_to_confirm: { title: 'waiting.lessonToConfirm', button: 'waiting.confirm' },
  contact_asked: { title: 'waiting.contact', button: 'waiting.seeMatch' },
  police_check_asked: { title: 'waiting.checkAsked', button: 'waiting.seeMatch' },
  police_check_shared: { title: 'waiting.checkShared', button: 'waiting.seeMatch' },
  message_one: { title: 'waiting.messageOne', button: 'waiting.read' },
  message: { title: 'waiting.message', button: 'waiting.read' },
  case_draft: { title: 'waiting.draft', button: 'waiting.continue' },
  case_online: { title: 'waiting.caseOnline', button: 'waiting.seeFitting' },
  case_fits: { title: 'waiting.caseFits', button: 'waiting.seeFits' },
  case_fits_one: { title: 'waiting.caseFitsOne', button: 'waiting.seeFitsOne' },
  case_unfit: { title: 'waiting.caseUnfit', button: 'waiting.seeFitting' },
  cases_fit: { title: 'waiting.casesFit', button: 'waiting.seeCasesFit' },
  cases_fit_one: { title: 'waiting.casesFitOne', button: 'waiting.seeCasesFit' },
  cases_unknown: { title: 'waiting.casesUnknown', button: 'waiting.seeCasesFit' },
} as const satisfies Record<string, { title: Parameters<Translate>[0]; button: Parameters<Translate>[0] }>;
