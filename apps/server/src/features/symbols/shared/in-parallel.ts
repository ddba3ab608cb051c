/** One result for each item, so many at once. After a failure no more are begun, and those under way are waited for. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  run: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  let isFailed = false;
  const work = async (): Promise<void> => {
    while (next < items.length && !isFailed) {
      const at = next;
      next += 1;
      try {
        results[at] = await run(items[at] as Item);
      } catch (error) {
        isFailed = true;
        throw error;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, work));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return results;
}
