/**
 * Reads what many ask for at the same time by few statements: one read at a time, and what is asked for while it runs is
 * read together by the next. So a thousand who ask take one connection.
 */
export function readTogether<Value>(read: (ids: readonly number[]) => Promise<ReadonlyMap<number, Value>>) {
  type Asked = ReturnType<typeof Promise.withResolvers<Value | undefined>>;
  let asked = new Map<number, Asked>();
  let isReading = false;

  async function readAll() {
    isReading = true;
    // Those who ask in the same turn are read together already by the first.
    await Promise.resolve();
    while (asked.size > 0) {
      const these = asked;
      asked = new Map();
      try {
        const found = await read([...these.keys()]);
        for (const [id, { resolve }] of these) resolve(found.get(id));
      } catch (error) {
        for (const { reject } of these.values()) reject(error);
      }
    }
    isReading = false;
  }

  return (id: number) => {
    const one: Asked = asked.get(id) ?? Promise.withResolvers();
    asked.set(id, one);
    if (!isReading) void readAll();
    return one.promise;
  };
}
