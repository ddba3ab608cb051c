type JsonObject = Readonly<Record<string, unknown>>;

export interface DemoExperiment {
  readonly key: string;
  /** What `POST /v1/experiments` takes. */
  readonly definition: JsonObject & {
    readonly unit: 'auto' | 'device' | 'user';
    readonly traffic_pct: number;
    readonly variants: readonly (JsonObject & { readonly key: string; readonly weight: number })[];
  };
  readonly startsDaysBeforeEnd: number;
  readonly fate: Fate;
}

/** How far an experiment has come today. */
type Fate =
  | { readonly kind: 'draft' }
  | { readonly kind: 'running' }
  | { readonly kind: 'completed'; readonly daysBeforeEnd: number; readonly winner: string };

const running: Fate = { kind: 'running' };

/** The experiment whose treatment really works, and the one that compares a thing with itself. */
export const checkoutExperiment = 'checkout_one_page';
export const checkoutTreatment = 'one_page';
export const sameExperiment = 'search_ranking_aa';
/** One that is over: it worked, and everybody has it. */
export const cardsExperiment = 'recipe_cards';
export const cardsTreatment = 'large';

/** A clear win, soon. */
export const homeSaveExperiment = 'home_save_button';
export const homeSaveTreatment = 'at_home';
/** Its treatment crashes. */
export const videoExperiment = 'recipe_video_autoplay';
export const videoTreatment = 'autoplay';
/** Its split is broken: a cache in front of some pages answers with the control, whoever asks. */
export const greetingExperiment = 'home_greeting';
export const greetingControl = 'plain';

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
        { name: 'Purchases', event_name: 'purchase', metric_type: 'conversion', is_primary: true },
        { name: 'Revenue', event_name: 'purchase', metric_type: 'sum', aggregation_field: 'total' },
        {
          name: 'Failed payments',
          event_name: 'payment_failed',
          metric_type: 'count',
          direction: 'decrease',
          is_guardrail: true,
        },
      ],
    },
    startsDaysBeforeEnd: 42,
    fate: running,
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
        { name: 'Recipes viewed', event_name: 'recipe_viewed', metric_type: 'count', is_primary: true },
        { name: 'Purchases', event_name: 'purchase', metric_type: 'conversion' },
      ],
      analysis: { planned_days: 21 },
    },
    startsDaysBeforeEnd: 28,
    fate: running,
  },
  {
    key: cardsExperiment,
    definition: {
      name: 'Larger recipe cards',
      hypothesis: 'With a larger picture more recipes are saved.',
      unit: 'auto',
      traffic_pct: 100,
      variants: [
        { key: 'compact', name: 'Two in a row', is_control: true, weight: 50, payload: { columns: 2 } },
        { key: cardsTreatment, name: 'One in a row', weight: 50, payload: { columns: 1 } },
      ],
      metrics: [
        { name: 'Saved a recipe', event_name: 'recipe_saved', metric_type: 'conversion', is_primary: true },
        { name: 'Recipes viewed', event_name: 'recipe_viewed', metric_type: 'count', margin: 0.1, is_guardrail: true },
      ],
    },
    startsDaysBeforeEnd: 55,
    fate: { kind: 'completed', daysBeforeEnd: 26, winner: cardsTreatment },
  },
  {
    key: 'delivery_fee_display',
    definition: {
      name: 'Delivery fee in the basket',
      hypothesis: 'Who knows the fee before the checkout gives up less often in it.',
      unit: 'device',
      traffic_pct: 50,
      variants: [
        {
          key: 'at_checkout',
          name: 'At the checkout',
          is_control: true,
          weight: 50,
          payload: { shown_in: 'checkout' },
        },
        { key: 'in_basket', name: 'In the basket', weight: 50, payload: { shown_in: 'basket' } },
      ],
      metrics: [
        { name: 'Purchases', event_name: 'purchase', metric_type: 'conversion', is_primary: true },
        {
          name: 'Items removed',
          event_name: 'cart_item_removed',
          metric_type: 'count',
          direction: 'decrease',
          is_guardrail: true,
        },
      ],
    },
    startsDaysBeforeEnd: 0,
    fate: { kind: 'draft' },
  },
  {
    key: greetingExperiment,
    definition: {
      name: 'Greeting with a recipe of the day',
      hypothesis: 'A recipe in the greeting is looked at by more people.',
      unit: 'device',
      traffic_pct: 100,
      variants: [
        { key: greetingControl, name: 'Plain greeting', is_control: true, weight: 50, payload: { recipe: false } },
        { key: 'recipe_of_the_day', name: 'Recipe of the day', weight: 50, payload: { recipe: true } },
      ],
      metrics: [{ name: 'Recipes viewed', event_name: 'recipe_viewed', metric_type: 'count', is_primary: true }],
    },
    startsDaysBeforeEnd: 35,
    fate: running,
  },
  {
    key: videoExperiment,
    definition: {
      name: 'Recipe videos that start by themselves',
      hypothesis: 'Who sees how a recipe is made cooks it more often.',
      unit: 'device',
      traffic_pct: 100,
      variants: [
        { key: 'control', name: 'Started by a tap', is_control: true, weight: 50, payload: { autoplay: false } },
        { key: videoTreatment, name: 'Start by themselves', weight: 50, payload: { autoplay: true } },
      ],
      metrics: [
        { name: 'Started to cook', event_name: 'cooking_started', metric_type: 'conversion', is_primary: true },
        { event_name: '$crash_free_sessions', metric_type: 'ratio', margin: 0.005, is_guardrail: true },
        { event_name: '$anr_rate', metric_type: 'ratio', is_guardrail: true },
      ],
    },
    startsDaysBeforeEnd: 16,
    fate: running,
  },
  {
    key: homeSaveExperiment,
    definition: {
      name: 'Save button on the home screen',
      hypothesis: 'Recipes that can be saved without opening them are saved by more people.',
      unit: 'device',
      traffic_pct: 100,
      variants: [
        { key: 'control', name: 'Save in the recipe', is_control: true, weight: 50, payload: { save_at_home: false } },
        { key: homeSaveTreatment, name: 'Save on the home screen', weight: 50, payload: { save_at_home: true } },
      ],
      metrics: [
        { name: 'Saved a recipe', event_name: 'recipe_saved', metric_type: 'conversion', is_primary: true },
        { name: 'Recipes viewed', event_name: 'recipe_viewed', metric_type: 'count' },
        {
          name: 'Recipes per session',
          event_name: 'recipe_viewed',
          metric_type: 'ratio',
          denominator_event: '$session_start',
        },
        { event_name: '$crash_free_sessions', metric_type: 'ratio', margin: 0.02, is_guardrail: true },
        { event_name: '$startup', metric_type: 'p95', margin: 0.2, is_guardrail: true },
      ],
    },
    startsDaysBeforeEnd: 35,
    fate: running,
  },
];
