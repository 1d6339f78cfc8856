/** The median, by selection: a sort would do more than is asked for. The order of the values is lost. */
export function medianOf(values: Float64Array): number {
  const upper = values.length >> 1;
  select(values, upper);
  const high = values[upper] as number;
  if (values.length % 2 === 1) return high;
  let low = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < upper; at++) low = Math.max(low, values[at] as number);
  return (low + high) / 2;
}

/** Puts the value that a sort would put at `place` there, nothing greater before it and nothing less behind. */
function select(values: Float64Array, place: number) {
  let from = 0;
  let to = values.length - 1;
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
