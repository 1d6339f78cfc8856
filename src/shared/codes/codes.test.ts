import { expect, test } from 'vitest';
import { accountCodes } from './accounts.ts';
import { callCodes } from './calls.ts';
import { classCodes } from './classes.ts';
import { codes } from './codes.ts';
import { marketCodes } from './market.ts';
import { tutorCodes } from './tutor.ts';

test('no code name and no code number is used twice', () => {
  const names = [callCodes, accountCodes, marketCodes, classCodes, tutorCodes].flatMap(Object.keys);
  expect(names.toSorted()).toEqual(Object.keys(codes).toSorted());
  const numbers = Object.values(codes).map(({ code }) => code);
  expect(new Set(numbers).size).toBe(numbers.length);
});
