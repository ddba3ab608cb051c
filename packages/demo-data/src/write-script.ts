import { behaviour, incident, usualPaymentFailure } from './behaviour.ts';
import { bugs } from './crash-bugs.ts';
import {
  cardsExperiment,
  cardsTreatment,
  checkoutExperiment,
  checkoutTreatment,
  greetingExperiment,
  homeSaveExperiment,
  homeSaveTreatment,
  sameExperiment,
  videoExperiment,
} from './demo-experiments.ts';
import { crashingFlag } from './demo-rules.ts';
import { drawCrash } from './draw-crash.ts';
import type { Random } from './random.ts';
import type { SessionFacts } from './session-facts.ts';
import type { SessionScript, Step, StepKind } from './session-script.ts';

type Intent = 'glance' | 'browse' | 'cook' | 'shop';

/** Writes what happens in a session: people come with an intent, and most leave before they have reached the end. */
export function writeScript(facts: SessionFacts, random: Random): SessionScript {
  return new ScriptWriter(facts, random).write();
}

class ScriptWriter {
  readonly #facts: SessionFacts;
  readonly #random: Random;
  readonly #steps: Step[] = [];
  #afterMs = 0;
  #isKnown: boolean;
  #hasSeenVideo = false;

  constructor(facts: SessionFacts, random: Random) {
    this.#facts = facts;
    this.#random = random;
    this.#isKnown = facts.isKnown;
  }

  write(): SessionScript {
    this.#open();
    const intent = this.#drawIntent();
    if (intent === 'cook') this.#cook();
    if (intent === 'browse') this.#browse();
    if (intent === 'shop') this.#shop();
    if (intent !== 'glance') this.#afterwards();
    return this.#withHome(this.#crashed() ?? { steps: this.#steps, crash: undefined });
  }

  /** What the home screen tries out, put in afterwards: nothing else in the session depends on it. */
  #withHome({ steps, crash }: SessionScript): SessionScript {
    const random = this.#random;
    const at = steps.findIndex(({ kind, subject }) => kind === 'view' && subject === 'home');
    const home = steps[at];
    if (home === undefined) return { steps, crash };
    const shown = this.#facts.isArrival || random.chance(0.35);
    const exposed = [homeSaveExperiment, greetingExperiment, sameExperiment].filter(
      (key) => shown && this.#isExposed(key),
    );
    const extra: Step[] = exposed.map((subject) => ({ ...home, kind: 'experiment_exposure', subject }));
    const canSave = this.#variant(homeSaveExperiment) === homeSaveTreatment && this.#isExposed(homeSaveExperiment);
    if (canSave && random.chance(behaviour.savingAtHome)) {
      extra.push({ kind: 'recipe_saved', afterMs: steps[at + 1]?.afterMs ?? home.afterMs, subject: '' });
    }
    return { steps: [...steps.slice(0, at + 1), ...extra, ...steps.slice(at + 1)], crash };
  }

  get #platform() {
    return (this.#facts.person.devices[this.#facts.device] ?? this.#facts.person.devices[0]).platform;
  }

  #open(): void {
    const random = this.#random;
    const isMobile = this.#platform !== 'web';
    this.#add('session_start', 0);
    if (this.#facts.isArrival) this.#welcome(isMobile);
    else if (isMobile && random.chance(0.11)) this.#add('notification_opened', 0.4);
    this.#add('view', 0.6, 'home');
    // An app announces a flag when it shows what depends on it; it is told of flags anew about every third session.
    if (random.chance(0.3)) this.#expose('home_layout');
    const signsInHere = this.#facts.device === 1 && !this.#isKnown;
    if (signsInHere || (this.#canSignUp && random.chance(this.#facts.isArrival ? 0.3 : 0.12))) this.#signIn();
  }

  #welcome(isMobile: boolean): void {
    if (isMobile) this.#add('app_installed', 0.3);
    this.#add('view', 1, 'welcome');
    this.#expose('new_onboarding');
    if (this.#random.chance(0.78)) this.#add('onboarding_completed', 38);
  }

  #drawIntent(): Intent {
    const { person, isArrival } = this.#facts;
    // A household needs groceries about once a week, however often it looks at recipes.
    const isEnough = 1.6 - 1.2 * person.dailyRate;
    const shopping = 34 * person.buying * isEnough * (isArrival ? 0.45 : 1) * (this.#isKnown ? 1.25 : 0.8);
    return this.#random.weighted([
      ['glance', 27],
      ['browse', isArrival ? 48 : 31],
      ['cook', isArrival ? 4 : 18],
      ['shop', shopping],
    ]);
  }

  #browse(): void {
    const random = this.#random;
    if (random.chance(0.55)) this.#search();
    this.#exposeExperiment(cardsExperiment);
    const saving =
      behaviour.saving * (this.#variant(cardsExperiment) === cardsTreatment ? 1 + behaviour.savingLift : 1);
    const views = random.geometric(0.36);
    for (let view = 0; view < views; view += 1) {
      this.#viewRecipe(24);
      if (random.chance(saving)) this.#add('recipe_saved', 6);
      if (random.chance(0.025)) this.#add('recipe_shared', 9);
      if (view > 0 && random.chance(0.1)) this.#search();
    }
    if (random.chance(0.07)) this.#fillCart(1 + random.between(0, 2));
  }

  #cook(): void {
    const random = this.#random;
    this.#add('view', 4, 'saved_recipes');
    this.#viewRecipe(9);
    this.#add('cooking_started', 50);
    if (random.chance(0.63)) {
      this.#add('cooking_finished', 420);
      if (random.chance(0.14)) this.#add('review_submitted', 25);
    }
  }

  #shop(): void {
    const random = this.#random;
    if (random.chance(0.66)) this.#search();
    const views = random.geometric(0.5);
    for (let view = 0; view < views; view += 1) this.#viewRecipe(16);
    if (!random.chance(behaviour.cartRate[this.#platform])) return;
    this.#fillCart(random.geometric(0.3));
    this.#add('view', 5, 'cart');
    if (random.chance(0.12)) this.#add('cart_item_removed', 6);
    if (random.chance(behaviour.checkoutRate[this.#platform])) this.#checkOut();
  }

  #fillCart(items: number): void {
    for (let item = 0; item < Math.min(items, 14); item += 1) this.#add('cart_item_added', 8);
  }

  #checkOut(): void {
    const random = this.#random;
    this.#add('view', 3, 'checkout');
    this.#add('checkout_started', 0.5);
    this.#exposeExperiment(checkoutExperiment);
    // Nothing is delivered to nobody: anyone who has no account makes one here, or goes.
    if (!this.#isKnown) {
      if (!this.#facts.person.signsUp) return;
      this.#signIn();
    }
    if (random.chance(0.2)) this.#add('coupon_applied', 12);
    const lift = this.#variant(checkoutExperiment) === checkoutTreatment ? 1 + behaviour.checkoutLift : 1;
    const finishes = this.#reluctance() < behaviour.checkoutCompletion[this.#platform] * lift;
    if (finishes || random.chance(0.5)) this.#add('delivery_slot_chosen', 22);
    if (!finishes) return;
    const failure = this.#facts.isIncident ? incident.paymentFailure : usualPaymentFailure;
    if (random.chance(failure)) {
      this.#add('payment_failed', 19);
      if (this.#facts.isIncident && random.chance(failure)) return;
    }
    this.#add('purchase', 21);
    this.#add('view', 1.2, 'order_confirmation');
  }

  /** Evenly spread over all checkouts, and mostly a trait of the person: who gives up today gives up next week, too. */
  #reluctance(): number {
    return this.#random.chance(behaviour.traitShare) ? this.#facts.person.reluctance : this.#random.share();
  }

  #afterwards(): void {
    const { person, assignments } = this.#facts;
    if (this.#isKnown && !person.isSubscriber && this.#random.chance(0.006)) this.#add('plus_trial_started', 30);
    if (assignments.flags.support_chat === true && this.#random.chance(0.012)) this.#add('support_chat_opened', 20);
  }

  #search(): void {
    this.#add('view', 3, 'search');
    if (this.#platform !== 'web' && this.#random.chance(0.25)) this.#expose(crashingFlag);
    this.#add('search_performed', 7);
    if (this.#random.chance(0.4)) this.#exposeExperiment(sameExperiment);
  }

  #viewRecipe(medianSeconds: number): void {
    this.#add('view', medianSeconds, 'recipe');
    if (!this.#hasSeenVideo && this.#isExposed(videoExperiment)) this.#add('experiment_exposure', 0, videoExperiment);
    this.#hasSeenVideo = true;
    this.#add('recipe_viewed', 0.3);
  }

  get #canSignUp(): boolean {
    return !this.#isKnown && this.#facts.person.signsUp;
  }

  #signIn(): void {
    if (this.#facts.device === 0) this.#add('signed_up', 26);
    this.#add('identify', 0.8);
    this.#isKnown = true;
  }

  #expose(flag: string): void {
    if (Object.hasOwn(this.#facts.assignments.flags, flag)) this.#add('flag_exposure', 0.05, flag);
  }

  #exposeExperiment(key: string): void {
    if (this.#isExposed(key)) this.#add('experiment_exposure', 0.05, key);
  }

  #isExposed(key: string): boolean {
    return this.#facts.assignments.experiments.get(key)?.countsExposure === true;
  }

  #variant(key: string): string | undefined {
    return this.#facts.assignments.experiments.get(key)?.variantKey;
  }

  #add(kind: StepKind, medianSeconds: number, subject = ''): void {
    if (medianSeconds > 0) this.#afterMs += Math.ceil(this.#random.logNormal(medianSeconds * 1000, 0.6));
    this.#steps.push({ kind, afterMs: this.#afterMs, subject });
  }

  /** A crash takes away whatever would have come after it. */
  #crashed(): SessionScript | undefined {
    const screens = new Set(this.#steps.map(({ kind, subject }) => (kind === 'view' ? subject : '')));
    const crash = drawCrash(this.#facts, screens, this.#random);
    if (crash === undefined) return undefined;
    const seenAt = this.#steps.findLastIndex(({ kind, subject }) => kind === 'view' && subject === bugs[crash].screen);
    const left = this.#random.between(Math.max(1, seenAt + 1), Math.min(this.#steps.length, seenAt + 4) + 1);
    return { steps: this.#steps.slice(0, left), crash };
  }
}
