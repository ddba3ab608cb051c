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
        { event_name: 'recipe_viewed', metric_type: 'count', is_primary: true },
        { event_name: 'purchase', metric_type: 'conversion' },
      ],
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
        { event_name: 'recipe_saved', metric_type: 'conversion', is_primary: true },
        { event_name: 'recipe_viewed', metric_type: 'count', is_guardrail: true },
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
        { event_name: 'purchase', metric_type: 'conversion', is_primary: true },
        { event_name: 'cart_item_removed', metric_type: 'count', is_guardrail: true },
      ],
    },
    startsDaysBeforeEnd: 0,
    fate: { kind: 'draft' },
  },
];
