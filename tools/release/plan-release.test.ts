import { describe, expect, test } from 'vitest';
import { changelogOf, lockfileOf, manifestOf, nextVersion, sdkSourceOf, unreleasedOf } from './plan-release.mjs';

const changelog = `# Changelog

## [Unreleased]

### Added

- Something.

## [0.1.0] - 2026-01-01

- The first.
`;

describe('the next version', () => {
  const cases = [
    { name: 'what was added is minor', asked: undefined, notes: '### Added\n\n- x', expected: '1.3.0' },
    { name: 'what was changed is minor', asked: undefined, notes: '### Changed\n\n- x', expected: '1.3.0' },
    { name: 'what was only fixed is a patch', asked: undefined, notes: '### Fixed\n\n- x', expected: '1.2.4' },
    { name: 'a step that was asked for', asked: 'major', notes: '### Fixed\n\n- x', expected: '2.0.0' },
    { name: 'a version that was asked for', asked: '1.2.10', notes: '### Added\n\n- x', expected: '1.2.10' },
  ];
  test.each(cases)('$name', ({ asked, notes, expected }) => expect(nextVersion('1.2.3', asked, notes)).toBe(expected));

  test.each(['1.2.3', '1.2.2', '0.9.9'])('%s does not come after 1.2.3', (asked) => {
    expect(() => nextVersion('1.2.3', asked, '')).toThrow('does not come after 1.2.3');
  });

  test.each(['v2', 'next', '1.2'])('%s is no version', (asked) => {
    expect(() => nextVersion('1.2.3', asked, '')).toThrow(`"${asked}" is no version`);
  });
});

describe('the changelog', () => {
  test('what was unreleased stands under the version, and there is room for what comes', () => {
    expect(unreleasedOf(changelog)).toBe('### Added\n\n- Something.');
    const released = changelogOf(changelog, '0.2.0', '2026-02-02');
    expect(released).toContain('## [Unreleased]\n\n## [0.2.0] - 2026-02-02\n\n### Added\n\n- Something.\n\n## [0.1.0]');
    expect(() => unreleasedOf(released)).toThrow('nothing under Unreleased');
  });

  test('one without a place for what is unreleased is refused', () => {
    expect(() => unreleasedOf('# Changelog\n')).toThrow('has no "## [Unreleased]"');
  });
});

test('our versions change, those of others stay, also where they are the same', () => {
  const manifest = {
    name: '@lamppost/x',
    version: '0.1.0',
    dependencies: { '@lamppost/y': '0.1.0', other: '0.1.0' },
    devDependencies: { '@lamppost/z': '0.1.0' },
    peerDependencies: { react: '>=18' },
  };
  expect(manifestOf(manifest, '0.1.0', '0.2.0')).toEqual({
    ...manifest,
    version: '0.2.0',
    dependencies: { '@lamppost/y': '0.2.0', other: '0.1.0' },
    devDependencies: { '@lamppost/z': '0.2.0' },
  });
  const lock = { version: '0.1.0', packages: { '': manifest, 'node_modules/other': { version: '0.1.0' } } };
  const released = JSON.parse(lockfileOf(JSON.stringify(lock), '0.1.0', '0.2.0'));
  expect([released.version, released.packages[''].version]).toEqual(['0.2.0', '0.2.0']);
  expect(released.packages['node_modules/other']).toEqual({ version: '0.1.0' });
});

test('an SDK says its new version, and what is said of old ones stays', () => {
  const source = `// Version 0.1.0 did so.\nsdk: { name: '@lamppost/browser', version: '0.1.0' },`;
  expect(sdkSourceOf(source, '0.1.0', '0.2.0')).toBe(
    `// Version 0.1.0 did so.\nsdk: { name: '@lamppost/browser', version: '0.2.0' },`,
  );
});
