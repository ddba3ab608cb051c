import { describe, expect, test } from 'vitest';
import type { RawFrame } from './crash-frame.ts';
import { markInApp } from './in-app.ts';

const isInApp = (frame: RawFrame, platform: string) => markInApp([frame], platform)[0]?.isInApp;
const rows = (platform: string, own: readonly RawFrame[], others: readonly RawFrame[]) =>
  describe(platform, () => {
    for (const frame of own)
      test(`${JSON.stringify(frame)} is the app's`, () => expect(isInApp(frame, platform)).toBe(true));
    for (const frame of others)
      test(`${JSON.stringify(frame)} is not`, () => expect(isInApp(frame, platform)).toBe(false));
  });

rows(
  'web',
  [
    { function: 'f', file: 'https://x.example/main.js' },
    { file: 'webpack:///./src/a.ts' },
    { file: 'https://x.example/runtime-errors/list.tsx' },
    { file: 'https://x.example/reaction.js' },
  ],
  [
    { function: 'map', file: '<anonymous>' },
    { function: 'f', file: '/app/node_modules/x/y.js' },
    { function: 'f', file: 'webpack:///./node_modules/x/y.js' },
    { file: 'webpack/bootstrap' },
    { file: 'https://x.example/react-dom.production.min.js?v=1' },
    { file: 'https://x.example/vendors~main.0a1b2c3d.js' },
    { file: 'chrome-extension://abc/x.js' },
    { file: 'node:internal/timers' },
    { function: 'f' },
  ],
);
rows(
  'android',
  [
    { module: 'com.acme.Cart', function: 'f', file: 'Cart.kt' },
    { module: 'javafans.Club', function: 'f' },
    { module: 'a.b.c', function: 'd', file: 'SourceFile' },
    { imageName: 'libimages.so', function: 'f', module: '/data/app/x/lib/arm64/libimages.so' },
    { function: 'f', file: 'index.android.bundle' },
  ],
  [
    { module: 'java.lang.Thread', function: 'run' },
    { function: 'java.lang.Thread.run' },
    { module: 'androidx.fragment.app.Fragment$1', function: 'run', file: 'Fragment.java' },
    { module: 'com.google.android.gms.X', function: 'f' },
    { module: 'kotlinx.coroutines.DispatchedTask', function: 'run', file: 'DispatchedTask.kt' },
    { imageName: 'libart.so', function: 'f' },
    { imageName: 'libx.so', function: 'f', module: '/apex/com.android.x/lib64/libx.so' },
    { function: 'f', file: 'InternalBytecode.js' },
  ],
);
rows(
  'ios',
  [
    { imageName: 'Acme', function: 'f' },
    { imageName: 'AcmeKit', address: '0x1' },
  ],
  [
    { imageName: 'UIKitCore', function: 'f' },
    { imageName: 'libsystem_kernel.dylib', function: 'f' },
    { imageName: 'libswift_Concurrency.dylib', function: 'f' },
    { imageName: 'dyld', function: 'start' },
    { imageName: 'Acme', function: 'main' },
    { address: '0x1' },
  ],
);

test('what the sender said wins', () => {
  expect(isInApp({ imageName: 'UIKitCore', isSaidInApp: true }, 'ios')).toBe(true);
  expect(isInApp({ imageName: 'Acme', function: 'f', isSaidInApp: false }, 'ios')).toBe(false);
});

test('the place of an image tells more than its name', () => {
  const images = [
    {
      name: 'Network',
      path: '/private/var/containers/Bundle/Application/1/Acme.app/Frameworks/Network.framework/Network',
    },
    { name: 'AcmeHelper', path: '/System/Library/AcmeHelper' },
    { name: 'libown.dylib', path: '/private/var/containers/Bundle/Application/1/Acme.app/libown.dylib' },
  ];
  const frames = images.map(({ name }) => ({ imageName: name, function: 'f' }));
  expect(markInApp(frames, 'ios', images).map((frame) => frame.isInApp)).toEqual([false, false, true]);
});
