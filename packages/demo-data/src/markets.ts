import type { Weighted } from './random.ts';

export interface Market {
  readonly country: string;
  readonly currency: string;
  /** Units of the currency that buy what one euro buys. */
  readonly priceLevel: number;
  readonly locales: Weighted<string>;
  readonly timezones: Weighted<string>;
}

const market = (
  country: string,
  currency: string,
  priceLevel: number,
  locales: Weighted<string>,
  timezones: Weighted<string>,
): Market => ({ country, currency, priceLevel, locales, timezones });

const only = (value: string): Weighted<string> => [[value, 1]];

/** Where people are: one home market, a second large one, and a long tail. */
export const markets: Weighted<Market> = [
  [
    market(
      'DE',
      'EUR',
      1,
      [
        ['de-DE', 92],
        ['en-DE', 6],
        ['tr-DE', 2],
      ],
      only('Europe/Berlin'),
    ),
    34,
  ],
  [
    market(
      'US',
      'USD',
      1.15,
      [
        ['en-US', 88],
        ['es-US', 12],
      ],
      [
        ['America/New_York', 48],
        ['America/Chicago', 29],
        ['America/Denver', 6],
        ['America/Los_Angeles', 17],
      ],
    ),
    21,
  ],
  [market('GB', 'GBP', 0.88, only('en-GB'), only('Europe/London')), 14],
  [market('FR', 'EUR', 1.02, only('fr-FR'), only('Europe/Paris')), 9],
  [
    market(
      'NL',
      'EUR',
      1.04,
      [
        ['nl-NL', 85],
        ['en-NL', 15],
      ],
      only('Europe/Amsterdam'),
    ),
    6,
  ],
  [market('AT', 'EUR', 1.05, only('de-AT'), only('Europe/Vienna')), 5],
  [
    market(
      'CH',
      'CHF',
      1.3,
      [
        ['de-CH', 68],
        ['fr-CH', 27],
        ['it-CH', 5],
      ],
      only('Europe/Zurich'),
    ),
    4,
  ],
  [
    market(
      'ES',
      'EUR',
      0.9,
      [
        ['es-ES', 88],
        ['ca-ES', 12],
      ],
      only('Europe/Madrid'),
    ),
    3,
  ],
  [market('IT', 'EUR', 0.95, only('it-IT'), only('Europe/Rome')), 2],
  [market('PL', 'PLN', 3.6, only('pl-PL'), only('Europe/Warsaw')), 1],
  [
    market(
      'IN',
      'INR',
      60,
      [
        ['en-IN', 80],
        ['hi-IN', 20],
      ],
      only('Asia/Kolkata'),
    ),
    1,
  ],
];
