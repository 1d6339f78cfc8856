/** Maximum number of rows in a chunk; a full chunk is split in half. */
const maxInChunk = 512;

type Chunk = { rows: Uint32Array; length: number };
/** Negative when `row` comes before the target, positive when after. */
type CompareToTarget = (row: number) => number;

/**
 * Rows that stay sorted as they are added and removed: a list of sorted chunks, so that a change moves about
 * a thousand bytes whatever the number of rows. The values `compare` reads must not change while the row is
 * in the order.
 */
export function createOrder(compare: (a: number, b: number) => number) {
  const chunks: Chunk[] = [];

  /** The first position whose row is not before the target. */
  function firstFrom(compareToTarget: CompareToTarget) {
    let low = 0;
    for (let high = chunks.length; low < high; ) {
      const middle = (low + high) >> 1;
      const { rows, length } = chunks[middle] as Chunk;
      if (compareToTarget(rows[length - 1] as number) < 0) low = middle + 1;
      else high = middle;
    }
    const chunk = chunks[low];
    if (!chunk) return { at: low, row: 0 };
    let first = 0;
    for (let high = chunk.length; first < high; ) {
      const middle = (first + high) >> 1;
      if (compareToTarget(chunk.rows[middle] as number) < 0) first = middle + 1;
      else high = middle;
    }
    return { at: low, row: first };
  }

  function split(at: number) {
    const { rows, length } = chunks[at] as Chunk;
    const half = length >> 1;
    const upper = new Uint32Array(maxInChunk);
    upper.set(rows.subarray(half, length));
    chunks.splice(at, 1, { rows, length: half }, { rows: upper, length: length - half });
  }

  return {
    add(row: number) {
      let { at, row: place } = firstFrom((other) => compare(other, row));
      // Past the last row: append to the last chunk.
      if (at === chunks.length && at > 0) {
        at--;
        place = (chunks[at] as Chunk).length;
      }
      if (chunks.length === 0) chunks.push({ rows: new Uint32Array(maxInChunk), length: 0 });
      if ((chunks[at] as Chunk).length === maxInChunk) {
        split(at);
        const lower = (chunks[at] as Chunk).length;
        if (place > lower) {
          at++;
          place -= lower;
        }
      }
      const chunk = chunks[at] as Chunk;
      chunk.rows.copyWithin(place + 1, place, chunk.length);
      chunk.rows[place] = row;
      chunk.length++;
    },

    remove(row: number) {
      const { at, row: place } = firstFrom((other) => compare(other, row));
      const chunk = chunks[at];
      if (chunk?.rows[place] !== row) throw new Error('a row is not where its order says');
      chunk.rows.copyWithin(place, place + 1, chunk.length);
      chunk.length--;
      if (chunk.length === 0) chunks.splice(at, 1);
    },

    /** Visits the rows from the first that is not before the target, until `visit` returns true. */
    walk(from: CompareToTarget | undefined, visit: (row: number) => boolean) {
      const start = from ? firstFrom(from) : { at: 0, row: 0 };
      for (let at = start.at; at < chunks.length; at++) {
        const { rows, length } = chunks[at] as Chunk;
        for (let place = at === start.at ? start.row : 0; place < length; place++)
          if (visit(rows[place] as number)) return;
      }
    },
  };
}
