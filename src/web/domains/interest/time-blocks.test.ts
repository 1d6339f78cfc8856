import { expect, test } from 'vitest';
import { bestBlocks, timeBlocks } from './time-blocks.ts';

const hours = (weekday: number, from: number, to: number) =>
  Array.from({ length: (to - from) * 2 }, (_, at) => ({
    weekday,
    start: `${from + Math.floor(at / 2)}:${at % 2 ? '30' : '00'}`,
  }));

test('a few times stand for many: what is chosen, and the first of each day', () => {
  const common = [...hours(1, 15, 20), ...hours(3, 15, 20), ...hours(6, 10, 20)];
  const { blocks, chosen } = timeBlocks(common, hours(6, 16, 17), 60);
  expect(blocks).toHaveLength(20);
  const few = bestBlocks(blocks, chosen, 4);
  const starts = few.map(({ slots: [first = 0] }) => `${Math.floor(first / 48) + 1} ${(first % 48) / 2}`);
  expect(starts).toEqual(['1 15', '3 15', '6 10', '6 16']);
  expect(
    bestBlocks(
      blocks,
      blocks.map(({ id }) => id),
      4,
    ),
  ).toHaveLength(20);
});

test('a time that another class has taken meanwhile is not chosen for anybody', () => {
  const common = [...hours(2, 18, 20), ...hours(6, 11, 13)];
  const { chosen, blocks } = timeBlocks(common, [...hours(2, 17, 19), ...hours(6, 11, 13)], 120);
  expect(blocks.filter(({ id }) => chosen.includes(id))).toHaveLength(1);
  expect(timeBlocks([], hours(2, 17, 19), 120).chosen).toHaveLength(1);
});
