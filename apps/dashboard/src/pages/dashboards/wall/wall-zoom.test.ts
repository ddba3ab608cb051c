import { expect, test } from 'vitest';
import { wallZoom } from './wall-zoom.ts';

const television = { width: 1920, height: 1000 };
const cases = [
  { name: 'a small dashboard fills the screen', screen: television, content: 500, expected: 2 },
  { name: 'a slightly larger one is made to fit', screen: television, content: 1250, expected: 0.8 },
  { name: 'one of several screens is read by scrolling', screen: television, content: 3000, expected: 1 },
  { name: 'never so large that widgets stand in one column', screen: television, content: 100, expected: 2 },
  { name: 'a phone shows them as they are', screen: { width: 390, height: 800 }, content: 600, expected: 1 },
  { name: 'nothing yet', screen: television, content: 0, expected: 1 },
];

for (const { name, screen, content, expected } of cases) {
  test(`wallZoom: ${name}`, () => expect(wallZoom(screen, content)).toBe(expected));
}
