import { expect, test } from 'vitest';
import { codes } from './codes.ts';
import { accountCodes } from './codes-accounts.ts';
import { callCodes } from './codes-calls.ts';
import { classCodes } from './codes-classes.ts';
import { marketCodes } from './codes-market.ts';
import { tutorCodes } from './codes-tutor.ts';

test('every name and every number stands for one thing', () => {
  const names = [callCodes, accountCodes, marketCodes, classCodes, tutorCodes].flatMap(Object.keys);
  expect(names.toSorted()).toEqual(Object.keys(codes).toSorted());
  const numbers = Object.values(codes).map(({ code }) => code);
  expect(new Set(numbers).size).toBe(numbers.length);
});
