/** @typedef {import('./teller.mjs').Teller} Teller */

const everywhere = ['web', 'ios', 'android', 'server'];

/** @param {string} field @param {string} op @param {...unknown} values */
const when = (field, op, ...values) => ({ field, op, values });

/** Flags of every type and state, with every kind of targeting. @param {Teller} teller */
export async function makeFlags({ admin }) {
  /** @param {string} key @param {object} [more] */
  const flag = (key, more = {}) => admin('POST', '/v1/flags', { key, name: key, platforms: everywhere, ...more });
  await flag('new_checkout', { description: 'A checkout on one page', tags: ['shop'] });
  await admin('PUT', '/v1/flags/new_checkout/rollout', { percentage: 20, value: true });
  await admin('PUT', '/v1/flags/new_checkout/rollout', { percentage: 50, value: true });
  await admin('PUT', '/v1/flags/new_checkout/rollout?environment_id=development', { percentage: 100, value: true });

  await flag('banner', { value_type: 'string', default_value: 'none', kind: 'operational' });
  await admin('PUT', '/v1/flags/banner/rules', {
    rules: [
      {
        name: 'Testers',
        conditions: [when('user_group', 'in', 'testers')],
        value: 'testers',
        percentage: 100,
        enabled: true,
      },
      {
        name: 'Austria, since 2.0',
        conditions: [when('country', 'eq', 'AT'), when('app_version', 'semver_gte', '2.0.0')],
        value: 'servus',
        percentage: 100,
        enabled: true,
      },
      {
        name: 'By pattern',
        conditions: [when('user_id', 'regex', '^u-[5-9]$')],
        value: 'pattern',
        percentage: 60,
        enabled: true,
      },
      { name: 'Switched off', conditions: [], value: 'off', percentage: 100, enabled: false },
    ],
  });

  await flag('page_size', { value_type: 'number', default_value: 20 });
  await admin('PUT', '/v1/flags/page_size/rules', {
    rules: [{ conditions: [when('plan', 'eq', 'pro')], value: 50, percentage: 100, enabled: true }],
  });
  await flag('theme', { value_type: 'json', default_value: { dark: false, accents: ['red'] } });
  await admin('PUT', '/v1/flags/theme/rollout', { percentage: 100, value: { dark: true, accents: ['amber', 'red'] } });

  await flag('search_by_photo');
  await admin('PUT', '/v1/flags/search_by_photo/rollout', { percentage: 100, value: true });
  await admin('POST', '/v1/flags/search_by_photo/kill', { reason: 'It is on fire', value: false });
  await flag('killed_and_restored');
  await admin('POST', '/v1/flags/killed_and_restored/kill', { reason: 'A mistake' });
  await admin('POST', '/v1/flags/killed_and_restored/restore');

  await flag('web_only', { platforms: ['web'], default_value: true, kind: 'permission' });
  await flag('old_menu');
  await admin('PATCH', '/v1/flags/old_menu', { status: 'deprecated', tags: ['cleanup'] });
  await flag('very_old_menu');
  await admin('PATCH', '/v1/flags/very_old_menu', { status: 'archived' });
}

const metrics = [{ event_name: 'bought', metric_type: 'conversion', is_primary: true }];
const halves = [
  { key: 'control', name: 'As it was', is_control: true, weight: 50 },
  { key: 'treatment', name: 'As it may be', weight: 50, payload: { colour: 'green' } },
];

/** One experiment in each state. @param {Teller} teller */
export async function makeExperiments({ admin }) {
  /** @param {string} key @param {string[]} moves @param {object} [more] */
  const experiment = async (key, moves, more = {}) => {
    const design = { key, name: key, traffic_pct: 100, variants: halves, metrics };
    await admin('POST', '/v1/experiments', { ...design, ...more });
    for (const move of moves) {
      const [verb, winner] = move.split(' ');
      await admin('POST', `/v1/experiments/${key}/${verb}`, winner === undefined ? undefined : { winner });
    }
  };
  await experiment('drafted', [], { hypothesis: 'Nobody knows yet' });
  await experiment('buy_button', ['start']);
  await experiment('by_device', ['start'], { unit: 'device', traffic_pct: 80 });
  await experiment('for_users', ['start'], {
    unit: 'user',
    metrics: [...metrics, { event_name: 'bought', metric_type: 'sum', aggregation_field: 'price', is_guardrail: true }],
  });
  await experiment('paused_one', ['start', 'pause']);
  await experiment('won', ['start', 'complete treatment']);
  await experiment('undecided', ['start', 'complete']);
  await experiment('put_away', ['start', 'complete', 'archive']);
}
