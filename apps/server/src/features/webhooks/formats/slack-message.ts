import type { DescribedNotice } from './described-notice.ts';

/** The body of an incoming webhook of Slack: blocks, and the text for notifications. */
export function slackMessage({ title, facts, isBad, url }: DescribedNotice) {
  const sign = isBad ? ':red_circle: ' : '';
  const fields = facts.slice(0, 10).map(({ label, value }) => ({
    type: 'mrkdwn',
    text: `*${escaped(label)}*\n${escaped(value)}`,
  }));
  return {
    text: `${sign}${escaped(title)}`,
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: `${sign}*<${url}|${escaped(title).replaceAll('|', '¦')}>*` } },
      ...(fields.length === 0 ? [] : [{ type: 'section', fields }]),
    ],
  };
}

/** The three characters with a meaning, in Slack's own way: no mention and no link can come from a name. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[*_~`]/g, (mark) => `\u200b${mark}`);
}
