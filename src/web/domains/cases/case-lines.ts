import { unnamedFamily } from '#shared/account-defaults.ts';
import { formatLongDay } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';
import { currentMajorSubjects } from '#shared/subjects/subject-ids.ts';
import { nameIn, namesIn } from '#web/domains/reference/named.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import type { CaseLists } from './case-lists.ts';
import { childGender, timesInWords, tutorGender } from './case-summary.ts';
import type { CaseValues, ChildValues, Gender } from './case-values.ts';

/** A line of the summary: what it is about, its value in words, and whether the family chose it. */
export type CaseLine = { id: string; label: string; value: string; isMissing: boolean; isDefault: boolean };

export type You = { name: string; gender: Gender };

type Words = { t: Translate; locale: Locale; lists: CaseLists; values: CaseValues };

/** The names of the lines that the family has chosen, as the draft keeps them. */
export function decidedName(values: CaseValues, line: string) {
  const [, index, part] = /^child\.(\d+)\.(\w+)$/.exec(line) ?? [];
  return index === undefined ? line : `${values.child_info[Number(index)]?.key} ${part}`;
}

/** What a child without a name is called: the first 學生, the next 學生 2. */
export function calledAs(t: Translate, values: CaseValues, child: ChildValues) {
  const unnamed = values.child_info.filter(({ nickname, id }) => id === null && nickname.trim() === '');
  const place = unnamed.indexOf(child);
  if (place < 0) return child.nickname.trim();
  return place === 0 ? t('caseForm.student') : t('caseForm.studentNext', { number: place + 1 });
}

export const isOnline = (lists: CaseLists, type: number | null) =>
  lists.types.find(({ id }) => id === type)?.is_online ?? false;

export function childLines({ t, lists, values }: Words, index: number): CaseLine[] {
  const child = values.child_info[index];
  if (!child) return [];
  const subjects = [
    ...namesIn(lists.majors, currentMajorSubjects(child.major_subject)),
    ...namesIn(lists.others, child.other_subject),
  ];
  const who = [
    calledAs(t, values, child),
    child.gender !== 'U' && t(childGender[child.gender]),
    child.school?.name,
  ];
  return [
    line(values, `child.${index}.who`, t('caseForm.stepWho'), who.filter(Boolean).join(' ・ ')),
    line(values, `child.${index}.grade`, t('home.grade'), nameIn(lists.grades, child.grade)),
    line(values, `child.${index}.subjects`, t('caseForm.subjectsShort'), subjects.join(t('form.and'))),
  ];
}

export function lessonLines({ t, locale, lists, values }: Words): CaseLine[] {
  const type = nameIn(lists.types, values.tutoring_type);
  const region = nameIn(lists.regions, values.tutoring_region);
  const place = isOnline(lists, values.tutoring_type) ? type : type && region && `${region} ・ ${type}`;
  const days = values.tutoring_days_per_week;
  return [
    line(values, 'place', t('caseForm.place'), place),
    line(
      values,
      'days',
      t('caseForm.daysPerWeek'),
      t(days === 1 ? 'caseForm.daysOne' : 'caseForm.daysShort', { days }),
    ),
    line(values, 'length', t('caseForm.length'), nameIn(lists.lengths, values.tutoring_time_per_class)),
    line(
      values,
      'times',
      t('caseForm.times'),
      timesInWords(t, lists.weekdays, values.slots) || t('caseForm.timesOpen'),
    ),
    line(
      values,
      'start',
      t('caseForm.startDate'),
      values.start_tutoring_date ? formatLongDay(values.start_tutoring_date, locale) : t('caseForm.startAny'),
    ),
  ];
}

export function priceLine({ t, values }: Words): CaseLine {
  const { price } = values;
  const words = price === null ? t('caseForm.priceOpen') : t('caseForm.priceValue', { price });
  return line(values, 'price', t('caseForm.price'), words);
}

export function wishLines({ t, lists, values }: Words): CaseLine[] {
  const wishes = [
    values.teacher_gender !== 'U' && t('caseForm.tutorIs', { gender: t(tutorGender[values.teacher_gender]) }),
    values.teacher_education !== null &&
      t('caseForm.atLeast', { education: nameIn(lists.educations, values.teacher_education) }),
    namesIn(lists.languages, values.teaching_language).join(t('form.and')),
  ].filter(Boolean);
  const note = values.special_note.trim();
  return [
    line(values, 'wishes', t('caseForm.wishes'), wishes.join(' ・ ') || t('caseForm.wishesNone')),
    // An empty note is not something filled in for the family.
    { ...line(values, 'note', t('caseForm.note'), note || t('caseForm.noteNone')), isDefault: false },
  ];
}

export function youLine({ t, values }: Words, you: You): CaseLine {
  const { name, gender } = values.you ?? you;
  const title = t(
    gender === 'U' ? 'register.genderU' : gender === 'M' ? 'register.genderM' : 'register.genderF',
  );
  const isOwn = !Object.values<string>(unnamedFamily).includes(name);
  return {
    id: 'you',
    label: t('register.name'),
    value: name.trim() && t('caseForm.youValue', { name, title }),
    isMissing: name.trim() === '',
    isDefault: !isOwn,
  };
}

const line = (values: CaseValues, id: string, label: string, value: string): CaseLine => ({
  ...{ id, label, value },
  isMissing: value === '',
  isDefault: value !== '' && !values.decided.includes(decidedName(values, id)),
});

/** The line with the editor of a field. */
export function lineOf(field: string): string | undefined {
  const [, index, name] = /^child_info\.(\d+)\.(\w+)/.exec(field) ?? [];
  if (index !== undefined) {
    const part = name === 'grade' ? 'grade' : name?.endsWith('_subject') ? 'subjects' : 'who';
    return `child.${index}.${part}`;
  }
  return lineOfField[field.split('.')[0] ?? ''];
}

const lineOfField: Record<string, string> = {
  child_info: 'child.0.who',
  tutoring_type: 'place',
  tutoring_region: 'place',
  tutoring_days_per_week: 'days',
  tutoring_time_per_class: 'length',
  match_time: 'times',
  weekday: 'times',
  start_tutoring_time: 'times',
  weekend_start_tutoring_time: 'times',
  start_tutoring_date: 'start',
  price: 'price',
  teacher_gender: 'wishes',
  teacher_education: 'wishes',
  teaching_language: 'wishes',
  special_note: 'note',
  channel: 'note',
  other_channel: 'note',
  you: 'you',
};
