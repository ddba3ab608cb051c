import { expect, test } from 'vitest';
import { deviceFacts } from './device-facts.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const cases = [
  {
    name: 'Chrome on Windows',
    userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/150.0.0.0 Safari/537.36`,
    facts: ['Chrome', 'Windows', 'desktop'],
  },
  {
    name: 'Edge on Windows',
    userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`,
    facts: ['Edge', 'Windows', 'desktop'],
  },
  {
    name: 'Opera on Linux',
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/150.0.0.0 Safari/537.36 OPR/120.0.0.0`,
    facts: ['Opera', 'Linux', 'desktop'],
  },
  {
    name: 'Firefox on macOS',
    userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
    facts: ['Firefox', 'macOS', 'desktop'],
  },
  {
    name: 'Safari on macOS',
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    facts: ['Safari', 'macOS', 'desktop'],
  },
  {
    name: 'Safari on an iPhone',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    facts: ['Safari', 'iOS', 'phone'],
  },
  {
    name: 'Chrome on an iPhone',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0.0.0 Mobile/15E148 Safari/604.1',
    facts: ['Chrome', 'iOS', 'phone'],
  },
  {
    name: 'Chrome on an Android phone',
    userAgent: `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/150.0.0.0 Mobile Safari/537.36`,
    facts: ['Chrome', 'Android', 'phone'],
  },
  {
    name: 'Chrome on an Android tablet',
    userAgent: `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/150.0.0.0 Safari/537.36`,
    facts: ['Chrome', 'Android', 'tablet'],
  },
  { name: 'something else', userAgent: 'curl/8.0', facts: [undefined, undefined, 'desktop'] },
];

for (const { name, userAgent, facts } of cases)
  test(`device facts: ${name}`, () => {
    const { model, os_name, type, locale } = deviceFacts({ userAgent, language: 'en-GB' });
    expect([model, os_name, type, locale]).toEqual([...facts, 'en-GB']);
  });
