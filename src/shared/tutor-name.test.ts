import { expect, it } from 'vitest';
import { calledBySurname, nameShown, surnameOf, tutorCalled } from './tutor-name.ts';

const chinese = (surname: string) => `${surname}導師`;
const english = (surname: string) => `Tutor ${surname}`;

it('shows a surname only, of one sign or two', () => {
  expect(surnameOf('林嘉欣')).toBe('林');
  expect(surnameOf('歐陽菲')).toBe('歐陽');
  expect(surnameOf('司徒')).toBe('司徒');
  expect(surnameOf(' chan Siu Ming')).toBe('Chan');
  expect(surnameOf('Miss Chan')).toBe('Chan');
  expect(surnameOf('Mr. Au-Yeung')).toBe('Au-Yeung');
  expect(surnameOf('Jenny Wong')).toBe('Wong');
  expect(surnameOf('Miss 陳')).toBe('陳');
  expect(surnameOf('Missy')).toBe('M');
  expect(surnameOf('John Smith')).toBe('J');
  expect(surnameOf('🙂')).toBe('');
  expect(nameShown('歐陽菲', true)).toBe('歐陽菲');
});

it('writes surnames in English as Hong Kong does', () => {
  const spelled = [
    '林',
    '陳',
    '黃',
    '吳',
    '張',
    '郭',
    '歐陽',
    '司徒',
    '鄭',
    '葉',
    '許',
    '徐',
    '謝',
    '余',
    '鄺',
  ];
  expect(spelled.map((surname) => calledBySurname(surname, english))).toEqual(
    [
      'Lam',
      'Chan',
      'Wong',
      'Ng',
      'Cheung',
      'Kwok',
      'Au-Yeung',
      'Szeto',
      'Cheng',
      'Ip',
      'Hui',
      'Tsui',
      'Tse',
      'Yu',
      'Kwong',
    ].map(english),
  );
  expect(calledBySurname('林', chinese)).toBe('林導師');
});

it('leaves unknown surnames and Latin ones as they are written', () => {
  expect(calledBySurname('㐂', english)).toBe('Tutor 㐂');
  expect(calledBySurname('C', english)).toBe('Tutor C');
});

it('calls a tutor by the surname while it is all that is known', () => {
  expect(tutorCalled('林', english)).toBe('Tutor Lam');
  expect(tutorCalled('Chan', english)).toBe('Tutor Chan');
  expect(tutorCalled('Chan', chinese)).toBe('Chan導師');
  expect(tutorCalled('歐陽', chinese)).toBe('歐陽導師');
  expect(tutorCalled('林嘉欣', english)).toBe('林嘉欣');
  expect(tutorCalled('', english)).toBe('');
});
