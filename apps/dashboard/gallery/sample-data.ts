import { DAY_MS } from '../src/design/format/units.ts';
/** What users may send: shown as text wherever it appears, never as anything else. */
export const hostile = {
  script: '<script>alert("lamp")</script>',
  image: '"><img src=x onerror=alert(1)>',
  rightToLeft: 'تسجيل الدخول اكتمل',
  override: 'file\u202egpj.exe',
  long: 'checkout_payment_method_selection_screen_continue_button_pressed_after_address_validation_retry_attempt_with_saved_card',
  emoji: '👩‍👩‍👧‍👦 family plan',
} as const;

export const galleryNow = Date.UTC(2026, 10, 15, 9, 48);
const today = Date.UTC(2026, 10, 15);

/** Numbers that look random and are the same every time. */
export function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function days(count: number): number[] {
  return Array.from({ length: count }, (_, index) => today - (count - 1 - index) * DAY_MS);
}

/** A week has weekends, a product grows, the last day is not over. */
export function wave(times: readonly number[], level: number, seed: number): number[] {
  const random = noise(seed);
  return times.map((ms, index) => {
    const weekday = new Date(ms).getUTCDay();
    const season = weekday === 0 || weekday === 6 ? 0.72 : 1;
    const growth = 1 + index / times.length / 3;
    const part = index === times.length - 1 ? 0.4 : 1;
    return Math.round(level * season * growth * part * (0.93 + random() * 0.14));
  });
}

export interface SampleFlag {
  readonly key: string;
  readonly state: 'on' | 'off' | 'killed' | 'stale';
  readonly exposures: number | null;
  readonly changedAt: number;
  readonly owner: string;
}

const states = ['on', 'off', 'killed', 'stale'] as const;
const words = ['checkout', 'search', 'onboarding', 'paywall', 'profile', 'feed', 'push', 'offline', 'video', 'import'];

export function sampleFlags(count: number): SampleFlag[] {
  const random = noise(7);
  return Array.from({ length: count }, (_, index) => ({
    key: index === 3 ? hostile.long : `${words[index % words.length]}_${Math.floor(index / words.length) + 1}`,
    state: states[Math.floor(random() * states.length)] ?? 'on',
    exposures: random() < 0.08 ? null : Math.round(random() ** 4 * 3_000_000),
    changedAt: galleryNow - Math.round(random() ** 3 * 120 * DAY_MS),
    owner: index === 5 ? hostile.rightToLeft : index === 6 ? hostile.script : 'Maria Lind',
  }));
}

export const sampleEvent = {
  event: 'checkout_completed',
  user_id: 'user_48213',
  properties: {
    plan: 'pro',
    price: 49.9,
    currency: 'EUR',
    trial: false,
    coupon: null,
    items: [
      { sku: 'lamp-01', quantity: 2 },
      { sku: 'bulb-07', quantity: 6 },
    ],
    [hostile.image]: hostile.script,
    note: hostile.rightToLeft,
    'odd name': 'line one\nline two',
    long: 'x'.repeat(5_000),
    many: Array.from({ length: 12_345 }, (_, index) => index),
  },
  context: { app_version: '4.12.0', os_name: 'iOS', os_version: '18.1' },
};

/** Deeper than any call stack. */
export function deepValue(depth: number): unknown {
  let value: unknown = 'the bottom';
  for (let level = 0; level < depth; level += 1) value = { inner: value };
  return value;
}
