import { expect, test } from 'vitest';
import { dashboardUrl } from './dashboard-url.ts';

test.each([
  ['http://0.0.0.0:8080', 'http://localhost:8080/'],
  ['http://[::]:8080/', 'http://localhost:8080/'],
  ['https://lamppost.example', 'https://lamppost.example/'],
  ['http://10.0.0.0:80', 'http://10.0.0.0:80/'],
])('%s is opened at %s', (baseUrl, shown) => {
  expect(dashboardUrl(baseUrl)).toBe(shown);
});
