const flagCount = 50;
const ruleCount = 10;

const countries = ['DE', 'FR', 'US', 'GB', 'ES', 'IT', 'NL', 'SE', 'PL', 'JP'];
const countriesOf = (rule: number): string[] =>
  [0, 1, 2].map((offset) => countries[(rule + offset) % countries.length] as string);

export interface SampleFlag {
  readonly key: string;
  readonly rules: readonly { readonly plan: string; readonly countries: readonly string[] }[];
}

/** The same flags for everybody who is measured: ten rules of two conditions, then half of the rest by percentage. */
export const sampleFlags: readonly SampleFlag[] = Array.from({ length: flagCount }, (_, flag) => ({
  key: `flag_${flag}`,
  rules: Array.from({ length: ruleCount }, (__, rule) => ({
    plan: `plan_${(flag + rule) % 40}`,
    countries: countriesOf(rule),
  })),
}));

export interface SampleUser {
  readonly id: string;
  readonly plan: string;
  readonly country: string;
}

export const sampleUser = (number: number): SampleUser => ({
  id: `user-${number}`,
  plan: `plan_${number % 40}`,
  country: countries[Math.floor(number / 7) % countries.length] as string,
});

/** Rules as the product's routes take them. */
export const wireRules = ({ rules }: SampleFlag) =>
  rules.map(({ plan, countries: allowed }) => ({
    conditions: [
      { field: 'plan', op: 'eq', values: [plan] },
      { field: 'country', op: 'in', values: [...allowed] },
    ],
    value: true,
  }));
