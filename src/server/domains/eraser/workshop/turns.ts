/** Lets so many pieces of work go on at a time; the others wait their turn. */
export function createTurns(most: number) {
  let going = 0;
  const waiting: (() => void)[] = [];
  return async <Made>(work: () => Promise<Made>): Promise<Made> => {
    if (going >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else going++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else going--;
    }
  };
}
