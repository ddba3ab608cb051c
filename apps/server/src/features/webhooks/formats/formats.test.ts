import { type WebhookEvent, webhookEvents } from '@lamppost/protocol';
import { expect, test } from 'vitest';
import type { NoticePayload } from '../../../control/notices/write-payload.ts';
import { describeNotice } from './describe-notice.ts';
import { discordMessage } from './discord-message.ts';
import { emailMessage } from './email-message.ts';
import { slackMessage } from './slack-message.ts';
import { teamsMessage } from './teams-message.ts';

const notice = (type: NoticePayload['type'], data: NoticePayload['data']): NoticePayload => ({
  type,
  timestamp: '2026-05-04T03:02:01.000Z',
  project: { id: 'p1', slug: 'shop' },
  environment: { id: 'e1', slug: 'production' },
  data,
});
const base = 'https://lamppost.example/';

test('a flag in words', () => {
  const data = { key: 'new_checkout', flag_id: 'f', action: 'rollout_changed', actor: { name: 'Ada' }, comment: null };
  expect(describeNotice(notice('flag.changed', data), base)).toEqual({
    title: 'Flag new_checkout: rollout changed',
    isBad: false,
    facts: [
      { label: 'Project', value: 'shop' },
      { label: 'Environment', value: 'production' },
      { label: 'By', value: 'Ada' },
    ],
    url: 'https://lamppost.example/p/shop/production/flags/new_checkout',
    timestamp: '2026-05-04T03:02:01.000Z',
  });
});

test('an alert in words, in chats and mail', () => {
  const message = 'purchase: 312 between 14:00 and 15:00 on 17 Nov; Tuesdays at this hour usually have 480–610';
  const data = { alert_id: 'a1', name: 'Purchases', message, firing_since: '2026-11-17T15:02:00.000Z', note: null };
  const described = describeNotice(notice('alert.firing', data), base);
  expect(described).toMatchObject({
    title: 'Alert: Purchases',
    isBad: true,
    url: 'https://lamppost.example/p/shop/production/alerts/a1',
  });
  expect(described.facts.slice(2)).toEqual([
    { label: 'Details', value: message },
    { label: 'Firing since', value: '2026-11-17T15:02:00.000Z' },
  ]);
  expect(emailMessage(described).text).toContain(`Details: ${message}`);
  for (const format of [slackMessage, discordMessage, teamsMessage]) {
    expect(JSON.stringify(format(described))).toContain('usually have 480–610');
  }
  const resolved = describeNotice(notice('alert.resolved', data), base);
  expect([resolved.title, resolved.isBad]).toEqual(['Resolved: Purchases', false]);
});

test('every type has words of its own, also where all data is missing', () => {
  for (const type of Object.keys(webhookEvents) as WebhookEvent[]) {
    const described = describeNotice({ ...notice(type, {}), environment: null }, base);
    expect(described.title, type).not.toContain('Notice from');
    expect(described.url, type).toMatch(/^https:\/\/lamppost\.example\/p\/shop\/production\/\w+/);
    for (const format of [slackMessage, discordMessage, teamsMessage, emailMessage]) format(described);
  }
  const unknown = notice('alert.fired' as WebhookEvent, { title: 'Signups are down' });
  expect(describeNotice(unknown, base).title).toBe('Signups are down');
});

const hostile = '<!channel> @everyone [click](http://evil.example) *bold*\r\nBcc: a@b.c|x & `y`';
const described = describeNotice(
  notice('crash_group.created', { title: hostile, crash_group_id: 'c1', version: '1.2' }),
  base,
);

test('Slack: text and blocks, and a title that is text', () => {
  const { text, blocks } = slackMessage(described);
  expect(text).toContain(':red_circle: New crash: &lt;!channel&gt; @everyone');
  expect(blocks[0]).toMatchObject({ type: 'section', text: { type: 'mrkdwn' } });
  const link = (blocks[0] as { text: { text: string } }).text.text;
  expect(link.match(/[<>]/g)).toEqual(['<', '>']);
  expect(link.match(/\|/g)).toHaveLength(1);
  expect(blocks[1]).toMatchObject({ fields: [{ text: '*Project*\nshop' }, {}, { text: '*Version*\n1.2' }] });
});

test('Discord: one embed, and nobody is mentioned', () => {
  const message = discordMessage(described);
  expect(message.allowed_mentions).toEqual({ parse: [] });
  expect(message.embeds[0]?.title).toContain('\\@everyone \\[click\\]\\(http\\://evil.example\\) \\*bold\\*');
  expect(message.embeds[0]).toMatchObject({ url: `${base}p/shop/production/crashes/c1`, color: 0xb42318 });
  expect(discordMessage({ ...described, title: 'x'.repeat(500) }).embeds[0]?.title).toHaveLength(256);
});

test('Teams: an adaptive card with a button', () => {
  const [attachment] = teamsMessage(described).attachments;
  expect(attachment?.contentType).toBe('application/vnd.microsoft.card.adaptive');
  expect(attachment?.content).toMatchObject({ type: 'AdaptiveCard', version: '1.4' });
  expect(attachment?.content.body[0]).toMatchObject({ color: 'Attention' });
  expect(JSON.stringify(attachment?.content.body[0])).toContain('\\\\[click\\\\]');
  expect(attachment?.content.actions).toEqual([
    { type: 'Action.OpenUrl', title: 'Open in Lamppost', url: described.url },
  ]);
});

test('e-mail: a subject of one line', () => {
  const { subject, text } = emailMessage(described);
  expect(subject).not.toMatch(/[\r\n]/);
  expect(subject).toMatch(/^\[Lamppost\] New crash: <!channel>/);
  expect(text).toContain('Version: 1.2\nTime: 2026-05-04T03:02:01.000Z\n\nhttps://lamppost.example/p/shop');
});
