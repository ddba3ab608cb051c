import { behaviour } from './behaviour.ts';
import { type Product, products, type Recipe, recipes, searchTerms } from './catalogue.ts';
import { greetingControl, greetingExperiment } from './demo-experiments.ts';
import type { Person } from './person.ts';
import { Random } from './random.ts';
import type { SessionFacts } from './session-facts.ts';
import type { Step } from './session-script.ts';

type Properties = Record<string, unknown>;

export interface Revenue {
  readonly amount: number;
  readonly currency: string;
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;

const deliveryFee = 4.9;
const paths: Readonly<Record<string, string>> = { home: '/', order_confirmation: '/orders/confirmation' };

/** Fills in the details of a session's steps: what was looked at, put into the basket and paid. */
export class SessionDetails {
  readonly #facts: SessionFacts;
  readonly #random: Random;
  #recipe: Recipe;
  #lastProduct: Product | undefined;
  #items = 0;
  #subtotal = 0;
  #coupon: string | undefined;
  #revenue: Revenue | undefined;
  #previousView: string | undefined;

  constructor(facts: SessionFacts, random: Random) {
    this.#facts = facts;
    this.#random = random;
    this.#recipe = random.pickSkewed(recipes);
  }

  /** Of the purchase, once there was one. */
  get revenue(): Revenue | undefined {
    return this.#revenue;
  }

  propertiesOf({ kind, subject }: Step): Properties {
    const random = this.#random;
    const { person, assignments } = this.#facts;
    switch (kind) {
      case 'session_start':
        return {
          is_first: this.#facts.isArrival,
          source: this.#facts.isArrival ? person.channel : random.weighted(openers),
        };
      case 'app_installed':
        return { channel: person.channel };
      case 'onboarding_completed':
        return { diets: person.diets, household: person.household, allows_push: random.chance(0.58) };
      case 'notification_opened':
        return { campaign: random.weighted(campaigns), is_silent: false };
      case 'view':
        return this.#view(subject);
      case 'flag_exposure':
        return { flag_key: subject, value: assignments.flags[subject] };
      case 'experiment_exposure':
        return this.#exposure(subject);
      case 'search_performed':
        return this.#search();
      case 'recipe_viewed':
        this.#recipe = random.pickSkewed(recipes);
        return {
          ...this.#ofRecipe(),
          prep_minutes: this.#recipe.prepMinutes,
          rating: this.#recipe.rating,
          position: this.#position(),
        };
      case 'recipe_saved':
      case 'cooking_started':
        return this.#ofRecipe();
      case 'cooking_finished':
        return { ...this.#ofRecipe(), minutes: Math.round(this.#recipe.prepMinutes * (0.8 + random.share())) };
      case 'recipe_shared':
        return { recipe_id: this.#recipe.id, channel: random.weighted(shareChannels) };
      case 'review_submitted':
        return { recipe_id: this.#recipe.id, stars: random.weighted(stars), has_photo: random.chance(0.18) };
      case 'cart_item_added':
        return this.#addItem();
      case 'cart_item_removed':
        return { product_id: this.#lastProduct?.id ?? null, items: this.#items };
      case 'coupon_applied':
        this.#coupon = random.pick(coupons);
        return { coupon: this.#coupon };
      case 'checkout_started':
        return { items: this.#items, subtotal: cents(this.#subtotal), currency: person.market.currency };
      case 'delivery_slot_chosen':
        return { days_ahead: random.between(0, 4), slot: random.weighted(slots), is_express: random.chance(0.09) };
      case 'payment_failed':
        return { reason: random.weighted(failures), payment_method: this.#paymentMethod(person) };
      case 'purchase':
        return this.#purchase();
      case 'signed_up':
        return { method: random.weighted(signUpMethods) };
      case 'identify':
        return { plan: person.isSubscriber ? 'plus' : 'free' };
      case 'plus_trial_started':
        return { price: cents(5.99 * person.market.priceLevel), currency: person.market.currency, period: 'month' };
      case 'support_chat_opened':
        return { topic: random.weighted(topics) };
    }
  }

  #view(name: string): Properties {
    const previous = this.#previousView;
    this.#previousView = name;
    const isWeb = this.#facts.person.devices[this.#facts.device]?.platform === 'web';
    if (!isWeb) return { name, ...(previous === undefined ? {} : { previous }) };
    const path = name === 'recipe' ? `/recipes/${this.#random.pickSkewed(recipes).id}` : (paths[name] ?? `/${name}`);
    return { name, path, ...(previous === undefined ? {} : { referrer: paths[previous] ?? `/${previous}` }) };
  }

  #exposure(key: string): Properties {
    const assignment = this.#facts.assignments.experiments.get(key);
    const shown =
      key === greetingExperiment && isGreetingCached(this.#facts) ? greetingControl : assignment?.variantKey;
    return { experiment_key: key, variant_key: shown, experiment_id: assignment?.experimentId };
  }

  #search(): Properties {
    const random = this.#random;
    const term = random.pickSkewed(searchTerms);
    const filters = random.chance(0.22) ? [...this.#facts.person.diets, random.pick(filterNames)] : [];
    const results = random.chance(0.04) ? 0 : Math.ceil(random.logNormal(24, 0.9));
    return { term, filters, results, took_ms: Math.round(random.logNormal(140, 0.5)) };
  }

  #position(): number {
    return Math.floor(this.#random.share() ** 2.2 * 40);
  }

  #ofRecipe(): Properties {
    const { id, title, cuisine, category } = this.#recipe;
    return { recipe_id: id, title, cuisine, category };
  }

  #addItem(): Properties {
    const random = this.#random;
    const product = random.pickSkewed(products);
    const quantity = random.weighted(quantities);
    const price = cents(product.price * this.#facts.person.market.priceLevel);
    this.#lastProduct = product;
    this.#items += quantity;
    this.#subtotal += price * quantity;
    return {
      product_id: product.id,
      category: product.category,
      price,
      currency: this.#facts.person.market.currency,
      quantity,
      is_organic: product.isOrganic,
      recipe_id: random.chance(0.7) ? this.#recipe.id : null,
    };
  }

  #purchase(): Properties {
    const random = this.#random;
    const { person, assignments } = this.#facts;
    // A basket is kept between sessions, so it is larger than what went into it today.
    const carried = random.logNormal(17, 0.5) * person.market.priceLevel * (person.household === 'family' ? 1.5 : 1);
    const subtotal = cents(this.#subtotal + carried);
    const items = this.#items + random.between(4, 14);
    const isFree = person.isSubscriber || subtotal >= Number(assignments.flags.free_delivery_from ?? 39);
    const fee = isFree ? 0 : cents(deliveryFee * person.market.priceLevel);
    const discount = this.#coupon === undefined ? 0 : cents(subtotal * 0.1);
    const total = cents(subtotal + fee - discount);
    this.#revenue = { amount: total, currency: person.market.currency };
    return {
      order_id: `ord_${random.bits().toString(36)}`,
      total,
      subtotal,
      delivery_fee: fee,
      discount,
      ...(this.#coupon === undefined ? {} : { coupon: this.#coupon }),
      currency: person.market.currency,
      items,
      payment_method: this.#paymentMethod(person),
      is_plus: person.isSubscriber,
    };
  }

  #paymentMethod({ devices }: Person): string {
    const platform = devices[this.#facts.device]?.platform;
    if (platform === 'ios' && this.#random.chance(0.46)) return 'apple_pay';
    if (platform === 'android' && this.#random.chance(0.34)) return 'google_pay';
    return this.#random.weighted(payments);
  }
}

/** The same for a device at all times. */
function isGreetingCached({ person, device }: SessionFacts): boolean {
  const { platform } = person.devices[device] ?? person.devices[0];
  return platform !== 'ios' && new Random(person.index, 77).chance(behaviour.cachedGreeting);
}

const openers = [
  ['direct', 74],
  ['link', 11],
  ['widget', 9],
  ['email', 6],
] as const;
const campaigns = [
  ['weekly_plan', 46],
  ['cart_reminder', 27],
  ['slot_open', 15],
  ['soup_weeks', 12],
] as const;
const shareChannels = [
  ['messages', 47],
  ['whatsapp', 31],
  ['copy_link', 14],
  ['email', 8],
] as const;
const stars = [
  [5, 55],
  [4, 27],
  [3, 10],
  [2, 4],
  [1, 4],
] as const;
const coupons = ['WELCOME10', 'SOUP10', 'COMEBACK10', 'FRIENDS10'] as const;
const slots = [
  ['18-20', 34],
  ['16-18', 22],
  ['08-10', 17],
  ['20-22', 15],
  ['10-12', 12],
] as const;
const failures = [
  ['card_declined', 48],
  ['timeout', 27],
  ['3ds_failed', 16],
  ['insufficient_funds', 9],
] as const;
const signUpMethods = [
  ['email', 44],
  ['google', 31],
  ['apple', 25],
] as const;
const topics = [
  ['delivery', 52],
  ['refund', 22],
  ['payment', 15],
  ['account', 11],
] as const;
const quantities = [
  [1, 68],
  [2, 22],
  [3, 6],
  [4, 3],
  [6, 1],
] as const;
const payments = [
  ['card', 58],
  ['paypal', 31],
  ['invoice', 11],
] as const;
const filterNames = ['under_30_min', 'vegetarian', 'vegan', 'low_carb', 'family', 'gluten_free'] as const;
