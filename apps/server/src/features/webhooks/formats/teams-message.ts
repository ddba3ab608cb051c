import type { DescribedNotice } from './described-notice.ts';

/** The body for a workflow of Microsoft Teams that starts with a webhook request: an adaptive card. */
export function teamsMessage({ title, facts, isBad, url }: DescribedNotice) {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            {
              type: 'TextBlock',
              size: 'Medium',
              weight: 'Bolder',
              wrap: true,
              color: isBad ? 'Attention' : 'Default',
              text: escaped(title),
            },
            { type: 'FactSet', facts: facts.map(({ label, value }) => ({ title: label, value: escaped(value) })) },
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open in Lamppost', url }],
        },
      },
    ],
  };
}

/** Texts of a card are Markdown. */
const escaped = (text: string): string => text.replace(/[\\*_[\]()`#]/g, (mark) => `\\${mark}`);
