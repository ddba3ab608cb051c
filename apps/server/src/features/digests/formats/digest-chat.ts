import { adaptiveCard } from '../../webhooks/formats/adaptive-card.ts';
import type { DigestMessage, DigestWidget } from '../digest-message.ts';
import { altText, comparedWords, figureLine, leftOutWords, subjectOf } from './digest-words.ts';

const MAX_SECTION = 2_900;
const MAX_EMBEDS = 9;
const MAX_EMBED_TEXT = 300;

/** Slack takes no files with an incoming webhook: pictures are links to this server, or there are none. */
function slack(message: DigestMessage) {
  const { name, period, widgets, url } = message;
  const leftOut = leftOutWords(message);
  return {
    text: forSlack(subjectOf(message)),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: name.slice(0, 150) } },
      { type: 'context', elements: [mrkdwn(`${forSlack(period.text)}, ${comparedWords(message)}`)] },
      ...widgets.flatMap((widget) => [
        { type: 'section', text: mrkdwn(`*${forSlack(widget.name)}*\n${linesOf(widget).map(forSlack).join('\n')}`) },
        ...(widget.image?.url == null
          ? []
          : [{ type: 'image', image_url: widget.image.url, alt_text: altText(widget) }]),
      ]),
      { type: 'context', elements: [mrkdwn(`${leftOut === null ? '' : `${leftOut} `}<${url}|Open the dashboard>`)] },
    ],
  };
}

const mrkdwn = (text: string) => ({ type: 'mrkdwn', text: text.slice(0, MAX_SECTION) });

/** The characters with a meaning: no mention and no link can come from a name. */
const forSlack = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[*_~`]/g, (mark) => `\u200b${mark}`);

function discord(message: DigestMessage) {
  const { name, period, widgets, url } = message;
  const more = widgets.length + message.widgets_left_out - MAX_EMBEDS;
  const about = `${period.text}, ${comparedWords(message)}${more > 0 ? `. ${more} more on the dashboard.` : ''}`;
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      { title: forMarkdown(name).slice(0, 256), url, description: forMarkdown(about) },
      ...widgets.slice(0, MAX_EMBEDS).map((widget) => ({
        title: forMarkdown(widget.name).slice(0, 256),
        description: forMarkdown(linesOf(widget).join('\n')).slice(0, MAX_EMBED_TEXT),
        ...(widget.image?.url == null ? {} : { image: { url: widget.image.url } }),
      })),
    ],
  };
}

function teams(message: DigestMessage) {
  const { name, period, widgets, url } = message;
  const leftOut = leftOutWords(message);
  const text = (said: string, more: object = {}) => ({
    type: 'TextBlock',
    wrap: true,
    text: forMarkdown(said),
    ...more,
  });
  return adaptiveCard(
    [
      text(name, { size: 'Large', weight: 'Bolder' }),
      text(`${period.text}, ${comparedWords(message)}`, { isSubtle: true, spacing: 'None' }),
      ...widgets.flatMap((widget) => [
        text(widget.name, { weight: 'Bolder', separator: true }),
        text(linesOf(widget).join('\n\n'), { spacing: 'None' }),
        ...(widget.image?.url == null
          ? []
          : [{ type: 'Image', url: widget.image.url, altText: altText(widget), size: 'Stretch' }]),
      ]),
      ...(leftOut === null ? [] : [text(leftOut, { isSubtle: true })]),
    ],
    { title: 'Open the dashboard', url },
  );
}

const forMarkdown = (text: string): string => text.replace(/[\\*_~`|>[\]()#@]/g, (mark) => `\\${mark}`);

function linesOf({ figures, table, note, error }: DigestWidget): string[] {
  if (error !== null) return [error];
  const rows = table === null ? [] : [table.columns, ...table.rows].map((cells) => cells.join(' | '));
  return [...figures.map(figureLine), ...rows, ...(note === null ? [] : [note])];
}

export const digestChat = { slack, discord, teams } as const;
