import { adaptiveCard } from './adaptive-card.ts';
import type { DescribedNotice } from './described-notice.ts';

/** An adaptive card of Microsoft Teams. */
export const teamsMessage = ({ title, facts, isBad, url }: DescribedNotice) =>
  adaptiveCard(
    [
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
    { title: 'Open in Lamppost', url },
  );

/** Texts of a card are Markdown. */
const escaped = (text: string): string => text.replace(/[\\*_[\]()`#]/g, (mark) => `\\${mark}`);
