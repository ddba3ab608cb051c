/** Maps so many at a time. After one fails no other begins. */
export async function mapInTurns<T, U>(
  items: readonly T[],
  atOnce: number,
  map: (item: T) => U | Promise<U>,
): Promise<readonly U[]> {
  const results = new Array<U>(items.length);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      try {
        results[at] = await map(items[at] as T);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
