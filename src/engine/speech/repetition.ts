/** How often the same run of tokens may follow itself: one word is said often in play, a whole phrase hardly. */
const most = (length: number) => (length === 1 ? 8 : length === 2 ? 5 : 3);
const longestRun = 12;
/** Of what is repeated so many of them are kept. */
const kept = 1;

/**
 * A recogniser that lost the thread says one phrase for ever. Where the end of `tokens` is such a loop: how many of them
 * are worth keeping.
 */
export function endOfLoop(tokens: readonly number[]): number | undefined {
  for (let length = 1; length <= longestRun; length++) {
    const times = most(length) + 1;
    const begin = tokens.length - length * times;
    if (begin < 0) return undefined;
    const isLoop = () => {
      for (let at = begin + length; at < tokens.length; at++)
        if (tokens[at] !== tokens[at - length]) return false;
      return true;
    };
    if (isLoop()) return begin + length * kept;
  }
  return undefined;
}
