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
  /** It was switched off for a while, for this reason. */
  readonly killedFor?: string;
  /** It is on its way out. */
  readonly isDeprecated?: boolean;
}

interface DemoRule {
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

const fixedIds = new Random(4711, 1);
const everywhere = ['web', 'ios', 'ipados', 'android'];
const whole = { percentage: 100, enabled: true };

/** The flag that makes photographs crash: more often in the hands of those who have it. */
export const crashingFlag = 'photo_search';
/** The group of users that the flag with the camera for the pantry is tried out with. */
export const betaGroup = 'beta_testers';

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
    killedFor: 'Photographs end in a crash on phones with little memory',
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
  {
    key: 'pantry_camera',
    definition: {
      name: 'Pantry from a photo',
      description: 'Photograph a shelf and have it written down. With testers first.',
      value_type: 'boolean',
      platforms: ['ios', 'ipados', 'android'],
      tags: ['camera', 'beta'],
      kind: 'release',
    },
    rules: [
      {
        id: fixedIds.uuid(),
        name: 'Testers',
        conditions: [{ field: 'user_group', op: 'in', values: [betaGroup] }],
        value: true,
        ...whole,
      },
    ],
    rollout: { percentage: 0, value: true },
    history: [],
  },
  {
    key: 'old_search_index',
    definition: {
      name: 'The search before the last one',
      description: 'Nobody is left on it. Remove it from the apps, then archive it.',
      value_type: 'boolean',
      platforms: everywhere,
      tags: ['search', 'cleanup'],
      kind: 'release',
    },
    rules: [],
    rollout: { percentage: 0, value: true },
    history: [[85, 0]],
    isDeprecated: true,
  },
];
