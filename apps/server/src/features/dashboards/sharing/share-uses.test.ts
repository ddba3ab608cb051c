import { expect, test } from 'vitest';
import { ShareUses } from './share-uses.ts';

test('the use of a link is written once a minute, however many ask at once and wherever it was written', async () => {
  const written: string[] = [];
  const uses = new ShareUses({ noteUse: async (id, atMs) => void written.push(`${id} ${atMs}`) });
  const unused = { id: 'a', lastUsedAtMs: null };
  await Promise.all([uses.note(unused, 100_000), uses.note(unused, 100_000), uses.note(unused, 159_999)]);
  expect(written).toEqual(['a 100000']);
  await uses.note({ id: 'b', lastUsedAtMs: 90_000 }, 100_000);
  await uses.note(unused, 160_000);
  expect(written).toEqual(['a 100000', 'a 160000']);
});
