import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { helpPages } from './help-pages.ts';

test('every guide is found, once, and none that is not there', () => {
  const guides = readdirSync(new URL('../../../../../docs/guides', import.meta.url)).map((file) =>
    file.replace(/\.md$/, ''),
  );
  expect(helpPages.map(([path]) => path).sort()).toEqual(guides.sort());
});
