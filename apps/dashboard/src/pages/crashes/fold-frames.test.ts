import { expect, test } from 'vitest';
import { type Frame, foldFrames, frameWords, reportedFrames, stackText } from './fold-frames.ts';

const app = (name: string): Frame => ({ function: name, is_app_frame: true });
const library = (name: string): Frame => ({ function: name, is_app_frame: false });
const shape = (frames: readonly Frame[]) =>
  foldFrames(frames).map(({ isApp, start, frames: part, isFolded }) => [
    start,
    isApp ? 'app' : 'library',
    part.length,
    isFolded ? 'folded' : 'open',
  ]);

test('library frames between own ones fold, the innermost frame never does', () => {
  const frames = [library('vImage'), library('shim'), library('shim2'), app('scale'), app('analyze'), library('queue')];
  expect(shape([...frames, library('thread')])).toEqual([
    [0, 'library', 1, 'open'],
    [1, 'library', 2, 'folded'],
    [3, 'app', 2, 'open'],
    [5, 'library', 2, 'folded'],
  ]);
});

test('a single library frame is not worth a fold', () => {
  expect(shape([app('a'), library('b'), app('c')])).toEqual([
    [0, 'app', 1, 'open'],
    [1, 'library', 1, 'open'],
    [2, 'app', 1, 'open'],
  ]);
});

test('a stack without own frames is shown whole', () => {
  expect(shape([library('a'), library('b'), library('c')])).toEqual([[0, 'library', 3, 'open']]);
  expect(foldFrames([])).toEqual([]);
});

test('the reported stack has one frame for what was inlined into it', () => {
  const frames: Frame[] = [
    { function: 'add', is_inlined: true, is_app_frame: true, reported: { function: 'a.b', line: 7 } },
    { function: 'addAll', is_inlined: true, is_app_frame: true },
    { function: 'Cart.total', is_app_frame: true },
    { function: 'main', is_app_frame: true, reported: { function: 'c.d' } },
    { function: 'run', is_app_frame: false },
  ];
  expect(reportedFrames(frames).map((frame) => frame.function)).toEqual(['a.b', 'c.d', 'run']);
});

test('a frame has a name and a place, whatever it lacks', () => {
  expect(frameWords({ function: 'total', file: 'src/cart.ts', line: 3, column: 9, is_app_frame: true })).toEqual({
    name: 'total',
    place: 'src/cart.ts:3:9',
  });
  expect(
    frameWords({ function: 'showPlan', module: 'app.home.Home', file: 'Home.kt', line: 4, is_app_frame: true }),
  ).toEqual({ name: 'app.home.Home.showPlan', place: 'Home.kt:4' });
  expect(frameWords({ address: '0x01', image_name: 'Larder', is_app_frame: true })).toEqual({
    name: '0x01',
    place: 'Larder',
  });
  expect(frameWords({ is_app_frame: true }).name).toBe('(unknown)');
  expect(frameWords({ file: 'a.ts', line: 4, is_app_frame: true })).toEqual({ name: '(anonymous)', place: 'a.ts:4' });
});

test('the text has what is needed in a ticket', () => {
  expect(stackText({ type: 'TypeError', message: 'no cart', frames: [] }, [app('total')])).toBe(
    'TypeError: no cart\n    at total',
  );
});
