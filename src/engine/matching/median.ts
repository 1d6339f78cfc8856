/** The median, by selection: a sort would do more than is asked for. The order of the values is lost. */
export function medianOf(values: Float64Array, begin = 0, end = values.length): number {
  const upper = (begin + end) >> 1;
  select(values, upper, begin, end - 1);
  const high = values[upper] as number;
  if ((end - begin) % 2 === 1) return high;
  let low = Number.NEGATIVE_INFINITY;
  for (let at = begin; at < upper; at++) low = Math.max(low, values[at] as number);
  return (low + high) / 2;
}

/** Puts the value that a sort would put at `place` there, nothing greater before it and nothing less behind. */
function select(values: Float64Array, place: number, first: number, last: number) {
  let from = first;
  let to = last;
  while (from < to) {
    const pivot = values[(from + to) >> 1] as number;
    let left = from;
    let right = to;
    while (left <= right) {
      while ((values[left] as number) < pivot) left++;
      while ((values[right] as number) > pivot) right--;
      if (left > right) break;
      const swapped = values[left] as number;
      values[left++] = values[right] as number;
      values[right--] = swapped;
    }
    if (place <= right) to = right;
    else if (place >= left) from = left;
    else return;
  }
}
