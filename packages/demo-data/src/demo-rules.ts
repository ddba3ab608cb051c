import { Random } from './random.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export interface DemoFlag {
  readonly key: string;
  /** What `POST /v1/flags` takes. */
  readonly definition: JsonObject & {
    readonly value_type: 'boolean' | 'string' | 'number' | 'json';
    readonly platforms: readonly string[];
  };
  /** What `PUT /v1/flags/:id/rules` takes; rules keep these ids, so that buckets are the same on every server. */
  readonly rules: readonly DemoRule[];
  readonly rollout: { readonly percentage: number; readonly value: unknown } | null;
  /** How the rollout grew: [days before the end, percentage from then on], the last one being today's. */
  readonly history: readonly (readonly [daysBeforeEnd: number, percentage: number])[];
}

export interface DemoRule {
  readonly id: string;
  readonly name: string;
  readonly conditions: readonly {
    readonly field: string;
    readonly op: string;
    readonly values: readonly (string | number | boolean)[];
  }[];
  readonly value: unknown;
  readonly percentage: number;
  readonly enabled: boolean;
}

export interface DemoExperiment {
  readonly key: string;
  /** What `POST /v1/experiments` takes. */
  readonly definition: JsonObject & {
    readonly unit: 'auto' | 'device' | 'user';
    readonly traffic_pct: number;
    readonly variants: readonly (JsonObject & { readonly key: string; readonly weight: number })[];
  };
  readonly startsDaysBeforeEnd: number;
}

const fixedIds = new Random(4711, 1);
const everywhere = ['web', 'ios', 'ipados', 'android'];
const whole = { percentage: 100, enabled: true };

/** The flag that makes photographs crash: more often in the hands of those who have it. */
export const crashingFlag = 'photo_search';
/** The experiment whose treatment really works, and the one that compares a thing with itself. */
export const checkoutExperiment = 'checkout_one_page';
export const checkoutTreatment = 'one_page';
export const sameExperiment = 'search_ranking_aa';

export const demoFlags: readonly DemoFlag[] = [
  {
    key: crashingFlag,
    definition: {
      name: 'Search by photo',
      description: 'Point the camera at an ingredient and get recipes for it.',
      value_type: 'boolean',
      platforms: ['ios', 'ipados', 'android'],
      tags: ['search', 'camera'],
      kind: 'release',
    },
    rules: [],
    rollout: { percentage: 40, value: true },
    history: [
      [40, 5],
      [30, 20],
      [21, 40],
    ],
  },
  {
    key: 'home_layout',
    definition: {
      name: 'Layout of the home screen',
      value_type: 'string',
      default_value: 'classic',
      platforms: everywhere,
      tags: ['home'],
      kind: 'release',
    },
    rules: [],
    rollout: { percentage: 50, value: 'magazine' },
    history: [
      [62, 10],
      [48, 25],
      [33, 50],
    ],
  },
  {
    key: 'plus_perks',
    definition: {
      name: 'Perks of Plus',
      description: 'Early delivery slots and saved lists, for subscribers.',
      value_type: 'boolean',
      platforms: everywhere,
      tags: ['plus'],
      kind: 'permission',
    },
    rules: [
      {
        id: fixedIds.uuid(),
        name: 'Subscribers',
        conditions: [{ field: 'plan', op: 'eq', values: ['plus'] }],
        value: true,
        ...whole,
      },
    ],
    rollout: null,
    history: [],
  },
  {
    key: 'free_delivery_from',
    definition: {
      name: 'Free delivery from',
      description: 'Basket value in the currency of the market.',
      value_type: 'number',
      default_value: 39,
      platforms: everywhere,
      tags: ['pricing'],
      kind: 'operational',
    },
    rules: [
      {
        id: fixedIds.uuid(),
        name: 'Britain',
        conditions: [{ field: 'country', op: 'eq', values: ['GB'] }],
        value: 35,
        ...whole,
      },
      {
        id: fixedIds.uuid(),
        name: 'America',
        conditions: [{ field: 'country', op: 'eq', values: ['US'] }],
        value: 49,
        ...whole,
      },
    ],
    rollout: null,
    history: [],
  },
  {
    key: 'support_chat',
    definition: {
      name: 'Chat with support',
      value_type: 'boolean',
      platforms: everywhere,
      tags: ['support'],
      kind: 'operational',
    },
    rules: [
      {
        id: fixedIds.uuid(),
        name: 'Versions that can',
        conditions: [
          { field: 'app_version', op: 'semver_gte', values: ['4.9.0'] },
          { field: 'country', op: 'in', values: ['DE', 'AT', 'CH'] },
        ],
        value: true,
        ...whole,
      },
    ],
    rollout: null,
    history: [],
  },
  {
    key: 'promo_banner',
    definition: {
      name: 'Banner on the home screen',
      value_type: 'json',
      default_value: {},
      platforms: everywhere,
      tags: ['home', 'marketing'],
      kind: 'operational',
    },
    rules: [
      {
        id: fixedIds.uuid(),
        name: 'Soup weeks',
        conditions: [{ field: 'country', op: 'in', values: ['DE', 'AT', 'NL'] }],
        value: { campaign: 'soup_weeks', colour: 'pumpkin', ends: 'sunday' },
        percentage: 80,
        enabled: true,
      },
    ],
    rollout: null,
    history: [],
  },
  {
    key: 'new_onboarding',
    definition: {
      name: 'New onboarding',
      value_type: 'boolean',
      platforms: everywhere,
      tags: ['growth'],
      kind: 'release',
    },
    rules: [],
    rollout: { percentage: 100, value: true },
    history: [
      [85, 50],
      [66, 100],
    ],
  },
];

export const demoExperiments: readonly DemoExperiment[] = [
  {
    key: checkoutExperiment,
    definition: {
      name: 'Checkout on one page',
      hypothesis: 'With fewer pages between basket and order, more people finish.',
      unit: 'device',
      traffic_pct: 100,
      variants: [
        { key: 'control', name: 'Four pages', is_control: true, weight: 50, payload: { pages: 4 } },
        { key: checkoutTreatment, name: 'One page', weight: 50, payload: { pages: 1 } },
      ],
      metrics: [
        { event_name: 'purchase', metric_type: 'conversion', is_primary: true },
        { event_name: 'purchase', metric_type: 'sum', aggregation_field: 'total' },
        { event_name: 'payment_failed', metric_type: 'count', is_guardrail: true },
      ],
    },
    startsDaysBeforeEnd: 42,
  },
  {
    key: sameExperiment,
    definition: {
      name: 'Search ranking, A against A',
      hypothesis: 'Nothing differs: this one checks the measuring itself.',
      unit: 'auto',
      traffic_pct: 60,
      variants: [
        { key: 'a', name: 'As it is', is_control: true, weight: 50, payload: {} },
        { key: 'b', name: 'As it is, again', weight: 50, payload: {} },
      ],
      metrics: [
        { event_name: 'recipe_viewed', metric_type: 'count', is_primary: true },
        { event_name: 'purchase', metric_type: 'conversion' },
      ],
    },
    startsDaysBeforeEnd: 28,
  },
];
