import type { DescribedNotice } from './described-notice.ts';

/** Plain text: nothing in it is markup. */
export function emailMessage({ title, facts, url, timestamp }: DescribedNotice): { subject: string; text: string } {
  const lines = facts.map(({ label, value }) => `${label}: ${value}`);
  return {
    subject: `[Lamppost] ${title}`,
    text: [title, '', ...lines, `Time: ${timestamp}`, '', url, ''].join('\n'),
  };
}
