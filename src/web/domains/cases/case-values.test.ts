import { expect, it } from 'vitest';
import { CaseForm } from '#shared/cases.ts';
import { slotAt, slotIndex, slotsPerWeek } from '#shared/rules/half-hours.ts';
import { zhHant } from '#web/ground/i18n/all-translations.ts';
import { addTranslations } from '#web/ground/i18n/i18n.ts';
import { slotsBetween } from '#web/ground/i18n/times.ts';
import { timesInWords } from './case-summary.ts';
import {
  bodyOf,
  emptyCase,
  newChild,
  offeredPrice,
  slotNumber,
  slotOf,
  withChildrenOf,
} from './case-values.ts';

const never = () => false;
const child = newChild({ nickname: ' 小明 ', grade: 12, major_subject: [3] });

it('the request body satisfies the API contract', () => {
  const body = bodyOf({ ...emptyCase(child, 16), slots: [32, 5 * 48 + 20, 33] }, never);
  expect(CaseForm.parse(body)).toMatchObject({
    child_info: [{ nickname: '小明', grade: 12, school: null }],
    weekday: [1, 6],
    start_tutoring_time: '16:00',
    weekend_start_tutoring_time: '10:00',
    start_tutoring_date: null,
  });
});

it('the usual price is the offer until the family decides, also on no price at all', () => {
  const values = emptyCase(child, 16);
  expect(offeredPrice(values, 240)).toBe(240);
  expect(offeredPrice({ ...values, price: 300 }, 240)).toBe(300);
  expect(offeredPrice({ ...values, price: null, decided: ['price'] }, 240)).toBeNull();
});

it('missing fields are reported as missing', () => {
  const { error } = CaseForm.safeParse(bodyOf(emptyCase(newChild(), null), never), { reportInput: true });
  expect(error?.issues.map(({ path, input }) => [path.join('.'), input])).toEqual([
    ['child_info.0.nickname', undefined],
    ['child_info.0.grade', undefined],
  ]);
});

it('online lessons have no district', () => {
  expect(bodyOf(emptyCase(child, 16), () => true).tutoring_region).toBeNull();
});

it('children that a posted case created get their ids', () => {
  const detail = (id: number) => ({ id, nickname: '', gender: 'U' as const, grade: 4, school: null });
  const posted = {
    child_info: [7, 8, 9].map((id) => ({ ...detail(id), major_subject: [3], other_subject: [] })),
  };
  const typed = { ...emptyCase(child, 16), child_info: [child, newChild({ id: 7 }), child, child] };
  expect(withChildrenOf(posted, typed).child_info.map(({ id }) => id)).toEqual([8, 7, 9, null]);
});

it('half hours are numbered as in the API contract', () => {
  for (let slot = 0; slot < slotsPerWeek; slot++) {
    expect(slotOf(slot)).toEqual(slotAt(slot));
    expect(slotNumber(slotAt(slot))).toBe(slotIndex(slotAt(slot)));
  }
});

it('days in a row with the same times share a line of the summary', () => {
  const t = addTranslations('zh-Hant', zhHant);
  const weekdays = [...'一二三四五六日'].map((day) => ({ name: `星期${day}` }));
  const afterSchool = [0, 1, 2, 3, 4].flatMap((day) => slotsBetween(day, 32, 40));
  const weekend = [5, 6].flatMap((day) => slotsBetween(day, 20, 36));
  expect(timesInWords(t, weekdays, [...afterSchool, ...weekend])).toBe(
    '星期一至五 16:00–20:00\n星期六、日 10:00–18:00',
  );
  const apart = [1, 3].flatMap((day) => slotsBetween(day, 32, 34));
  expect(timesInWords(t, weekdays, apart)).toBe('星期二 16:00–17:00\n星期四 16:00–17:00');
});
