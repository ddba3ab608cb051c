import { changeOf, formatFigure } from '../content/format-figure.ts';
import type { DigestMessage, DigestWidget } from '../digest-message.ts';

type Figure = DigestWidget['figures'][number];

export interface FigureWords {
  readonly label: string;
  readonly value: string;
  /** `▲ 12 %`; empty where there is nothing to compare with. */
  readonly change: string;
  /** `from 1,204`; empty likewise. */
  readonly from: string;
  readonly tone: 'good' | 'bad' | 'plain';
}

export function figureWords({ label, value, before, unit, good_when: goodWhen }: Figure): FigureWords {
  const { direction, text } = changeOf(value, before, unit);
  const isMoved = direction === 'up' || direction === 'down';
  return {
    label,
    value: formatFigure(value, unit),
    change: text,
    from: text === '' || text === 'new' || before === null ? '' : `from ${formatFigure(before, unit)}`,
    tone: isMoved ? (direction === goodWhen ? 'good' : 'bad') : 'plain',
  };
}

/** One line: `Conversion: 9.7 % (▲ 0.6 points from 9.1 %)`. */
export function figureLine(figure: Figure): string {
  const { label, value, change, from } = figureWords(figure);
  return `${label}: ${value}${change === '' ? '' : ` (${change}${from === '' ? '' : ` ${from}`})`}`;
}

/** What the widget says, for those who do not see the picture. */
export const altText = ({ name, figures }: DigestWidget): string =>
  [name, ...figures.map(figureLine)].join('\n').slice(0, 1_000);

export const subjectOf = ({ name, period }: DigestMessage): string => `${name}: ${period.text}`;

export const leftOutWords = ({ widgets_left_out: count, widgets }: DigestMessage): string | null =>
  count === 0
    ? null
    : `${count} more ${count === 1 ? 'widget is' : 'widgets are'} on the dashboard; a digest shows the first ${widgets.length}.`;

export const comparedWords = ({ frequency }: DigestMessage): string =>
  frequency === 'daily' ? 'compared with the day before' : 'compared with the week before';
