import { expect, test } from 'vitest';
import { isNamed } from './unnamed-child.ts';

test('what the form calls a child without a nickname is no name', () => {
  for (const nickname of ['學生', '學生二', '學生 2', 'Student', 'Student 3', ' ', ''])
    expect(isNamed(nickname), nickname).toBe(false);
  for (const nickname of ['樂樂', '學生仔', 'Students', '2', 'Ann 2'])
    expect(isNamed(nickname), nickname).toBe(true);
});
