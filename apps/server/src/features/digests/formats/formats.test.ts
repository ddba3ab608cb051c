import { expect, test } from 'vitest';
import { boundWidgets } from '../bound-widgets.ts';
import type { DigestMessage, DigestWidget } from '../digest-message.ts';
import { digestChat } from './digest-chat.ts';
import { digestMail } from './digest-mail.ts';

const hostile = '<!channel> *bold* "@everyone" <script>alert(1)</script> [x](https://evil.example)';

const widget = (init: Partial<DigestWidget> = {}): DigestWidget => ({
  id: 'w',
  name: hostile,
  figures: [
    { label: 'Conversion', value: 9.7, before: 9.1, unit: 'percent', good_when: 'up' },
    { label: 'Crashes', value: 4, before: 2, unit: 'number', good_when: 'down' },
  ],
  table: { columns: ['Country'], rows: [[hostile]] },
  note: 'A note',
  error: null,
  image: { id: 'i', chart: 'line', width: 560, height: 238, url: 'https://lamppost.example/digests/x.png' },
  ...init,
});
const message = (widgets: readonly DigestWidget[], leftOut = 0): DigestMessage => ({
  digest_id: 'd',
  name: hostile,
  frequency: 'weekly',
  dashboard: { id: 'b', name: hostile },
  environment: 'production',
  period: { from: '', to: '', before_from: '', timezone: 'UTC', text: '9 – 15 November 2026' },
  url: 'https://lamppost.example/p/shop',
  widgets,
  widgets_left_out: leftOut,
});
const full = message(
  Array.from({ length: 12 }, () => widget()),
  3,
);

test('a mail has text and HTML, says how each number changed, and nothing in it is markup by accident', () => {
  const { text, html } = digestMail(full, (id) => `cid:${id}`);
  expect(text).toContain('Conversion: 9.7\u202f% (▲ 0.6 points from 9.1\u202f%)');
  expect(text).toContain('3 more widgets are on the dashboard; a digest shows the first 12.');
  expect(html).not.toContain('<script>');
  expect(html.match(/<img /g)).toHaveLength(12);
  expect(html).toMatch(/lp-good[^>]*>▲ 0.6 points/);
  expect(html).toMatch(/lp-bad[^>]*>▲ 100/);
});

test('a picture that is not there any more is left out, and its numbers are shown', () => {
  const bars = widget({ image: { id: 'i', chart: 'bars', width: 560, height: 200, url: null } });
  expect(digestMail(message([bars]), (id) => `cid:${id}`).html).not.toContain('>Conversion<');
  const without = digestMail(message([bars]), () => undefined).html;
  expect(without).not.toContain('<img');
  expect(without).toContain('>Conversion<');
});

test('a widget that failed is one line', () => {
  const failed = widget({ figures: [], table: null, note: null, image: null, error: 'The query failed.' });
  const { text, html } = digestMail(message([failed]), () => undefined);
  expect([text.includes('The query failed.'), html.includes('The query failed.')]).toEqual([true, true]);
  expect(JSON.stringify(digestChat.slack(message([failed])))).toContain('The query failed.');
});

test('Slack gets at most 50 blocks, pictures by link, and no mention or link comes from a name', () => {
  const { blocks } = digestChat.slack(full);
  expect(blocks.length).toBeLessThanOrEqual(50);
  expect(blocks.filter(({ type }) => type === 'image')).toHaveLength(12);
  const sections = blocks.filter(({ type }) => type === 'section');
  expect(JSON.stringify(sections)).not.toMatch(/<!channel>|<script>/);
});

test('Discord gets at most 10 embeds and 6,000 characters, and mentions nobody', () => {
  const { embeds, allowed_mentions: mentions } = digestChat.discord(full);
  expect(embeds.length).toBe(10);
  const characters = embeds.reduce((sum, { title, description }) => sum + title.length + description.length, 0);
  expect(characters).toBeLessThan(6_000);
  expect(mentions).toEqual({ parse: [] });
});

test('Teams gets a card with texts and pictures', () => {
  const [card] = digestChat.teams(full).attachments;
  const kinds = card?.content.body.map(({ type }) => type) ?? [];
  expect(kinds.filter((kind) => kind === 'Image')).toHaveLength(12);
});

test('what is too long for a message leaves out tables from the last one up, and says so', () => {
  const long = '長'.repeat(60);
  const table = { columns: Array(6).fill(long), rows: Array(10).fill(Array(6).fill(long)) };
  const widgets = boundWidgets(Array.from({ length: 12 }, () => widget({ table })));
  expect(Buffer.byteLength(JSON.stringify(widgets))).toBeLessThan(56_000);
  expect(widgets[0]?.table).toEqual(table);
  expect(widgets.at(-1)).toMatchObject({ table: null, note: expect.stringContaining('left out') });
});
