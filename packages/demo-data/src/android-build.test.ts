import { expect, test } from 'vitest';
import { androidMapping } from './android-build.ts';
import { type Bug, bugs } from './crash-bugs.ts';

test("every frame of the Android app's own code stands in the mapping, once", () => {
  const mapping = androidMapping();
  const frames = Object.values(bugs as Record<string, Bug>).flatMap((bug) =>
    bug.frames.filter(({ isApp, file }) => isApp && file === 'SourceFile'),
  );
  expect(frames.length).toBe(7);
  for (const { module, function: name, line } of frames) {
    const section = mapping.split(` -> ${module}:\n`)[1]?.split(/\n(?=\S+ -> )/)[0] ?? '';
    const method = name.slice(`${module}.`.length);
    const lines = section.split('\n').filter((each) => each.startsWith(`    ${line}:${line}:`));
    expect(lines).toEqual([expect.stringMatching(new RegExp(` -> ${method}$`))]);
  }
});
