import { evaluateExactly } from '../core/numeric.ts';
import * as Q from '../core/rational.ts';
import { parseExpr } from '../reading/parse.ts';

/** A list of numbers as a claim writes it; `none` is the empty one. */
export function listed(text: string): Q.Q[] {
  if (text === 'none') return [];
  return text.split(',').map((one) => {
    const value = evaluateExactly(parseExpr(one), {});
    if (!value) throw new RangeError(`not a number: ${one}`);
    return value;
  });
}

const countOf = (data: readonly Q.Q[], value: Q.Q): number => data.filter((one) => Q.eq(one, value)).length;

/** The same numbers, each as often, none before a smaller one. */
export const inOrder = (data: readonly Q.Q[], order: readonly Q.Q[]): boolean =>
  data.length === order.length &&
  order.every((value, at) => at === 0 || Q.compare(order[at - 1] as Q.Q, value) <= 0) &&
  order.every((value) => countOf(data, value) === countOf(order, value));

/** All the numbers that occur most often and no other; none where each occurs once. */
export function areCommonest(data: readonly Q.Q[], told: readonly Q.Q[]): boolean {
  const most = Math.max(...data.map((value) => countOf(data, value)));
  if (most === 1) return told.length === 0;
  return (
    told.length > 0 &&
    told.every((value) => countOf(told, value) === 1 && countOf(data, value) === most) &&
    data.every((value) => countOf(data, value) < most || countOf(told, value) === 1)
  );
}
