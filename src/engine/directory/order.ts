/** Rows of a chunk; twice as many as its least after a split. */
const mostInChunk = 512;

type Chunk = { rows: Uint32Array; length: number };
/** Below 0 when `row` comes before what is looked for, above 0 when after. */
type Against = (row: number) => number;

/**
 * Rows in an order that stays right as they come and go: sorted chunks in a list, so that a change moves a thousand bytes
 * whatever the number of rows. What `compare` reads of a row must not change while the row is in.
 */
export function createOrder(compare: (a: number, b: number) => number) {
  const chunks: Chunk[] = [];

  /** The first place whose row is not before what is looked for. */
  function firstFrom(against: Against) {
    let low = 0;
    for (let high = chunks.length; low < high; ) {
      const middle = (low + high) >> 1;
      const { rows, length } = chunks[middle] as Chunk;
      if (against(rows[length - 1] as number) < 0) low = middle + 1;
      else high = middle;
    }
    const chunk = chunks[low];
    if (!chunk) return { at: low, row: 0 };
    let first = 0;
    for (let high = chunk.length; first < high; ) {
      const middle = (first + high) >> 1;
      if (against(chunk.rows[middle] as number) < 0) first = middle + 1;
      else high = middle;
    }
    return { at: low, row: first };
  }

  function split(at: number) {
    const { rows, length } = chunks[at] as Chunk;
    const half = length >> 1;
    const upper = new Uint32Array(mostInChunk);
    upper.set(rows.subarray(half, length));
    chunks.splice(at, 1, { rows, length: half }, { rows: upper, length: length - half });
  }

  return {
    add(row: number) {
      let { at, row: place } = firstFrom((other) => compare(other, row));
      // Behind the last of all.
      if (at === chunks.length && at > 0) {
        at--;
        place = (chunks[at] as Chunk).length;
      }
      if (chunks.length === 0) chunks.push({ rows: new Uint32Array(mostInChunk), length: 0 });
      if ((chunks[at] as Chunk).length === mostInChunk) {
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

    /** Goes through the rows from the first that is not before, until `visit` says that it is enough. */
    walk(from: Against | undefined, visit: (row: number) => boolean) {
      const start = from ? firstFrom(from) : { at: 0, row: 0 };
      for (let at = start.at; at < chunks.length; at++) {
        const { rows, length } = chunks[at] as Chunk;
        for (let place = at === start.at ? start.row : 0; place < length; place++)
          if (visit(rows[place] as number)) return;
      }
    },
  };
}
