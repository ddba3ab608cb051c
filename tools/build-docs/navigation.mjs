/**
 * What stands in the navigation, for whom, and in which order. Pages are named by their source; a label is needed where
 * the title of the page is too long for a list.
 *
 * @typedef {object} Entry
 * @property {string} source from the root of the repository
 * @property {string} [label]
 *
 * @typedef {object} Group
 * @property {string} title
 * @property {string} about one sentence, on the first page
 * @property {readonly Entry[]} entries
 * @property {boolean} [isFolded] where none of its pages is shown
 */

/** @param {string} name @param {string} [label] @returns {Entry} */
const guide = (name, label) => ({ source: `docs/guides/${name}.md`, ...(label === undefined ? {} : { label }) });

/** @param {string} source @param {string} label @returns {Entry} */
const document = (source, label) => ({ source, label });

/** @type {Readonly<Record<string, string>>} */
const sdkLabels = {
  'packages/sdk-browser/README.md': 'Web pages',
  'packages/sdk-react/README.md': 'React',
  'packages/sdk-react-native/README.md': 'React Native',
  'packages/sdk-node/README.md': 'Node servers',
  'packages/openfeature/README.md': 'OpenFeature',
};

/**
 * @param {readonly string[]} sdks sources of the pages of SDKs
 * @param {readonly string[]} decisions sources of decision records
 * @returns {readonly Group[]}
 */
export const navigation = (sdks, decisions) => [
  {
    title: 'App developers',
    about: 'Put Lamppost into an app: events, flags, crashes, types.',
    entries: [
      guide('start'),
      guide('sdk'),
      ...Object.entries(sdkLabels).map(([source, label]) => document(source, label)),
      ...sdks.filter((source) => sdkLabels[source] === undefined).map((source) => ({ source })),
      guide('send-events', 'Send events over HTTP'),
      guide('flags'),
      guide('cli'),
      guide('mcp', 'Assistants (MCP)'),
      guide('alerts', 'Alerts'),
      guide('webhooks', 'Webhooks, chats, emails'),
      guide('schemas', 'Event schemas'),
      guide('symbols', 'Symbols and source maps'),
    ],
  },
  {
    title: 'Product people',
    about: 'Look at what users do, roll out, experiment, and decide.',
    entries: [
      guide('overview', 'Overview'),
      guide('live', 'Live events'),
      guide('insights', 'Trends, funnels, retention'),
      guide('cohorts'),
      guide('sql', 'SQL'),
      guide('dashboards'),
      guide('digests', 'Digests'),
      guide('sharing'),
      guide('rollouts', 'Rollouts and guardrails'),
      guide('flags-over-time', 'Flags over time'),
      guide('experiments', 'Experiment results'),
      guide('experiment-traffic', 'Experiment traffic'),
      document('docs/statistics.md', 'Statistics'),
      document('docs/reliability.md', 'Reliability'),
      guide('crashes'),
      guide('performance'),
      guide('releases'),
      guide('export'),
      guide('demo-data'),
      document('docs/glossary.md', 'Glossary'),
    ],
  },
  {
    title: 'Operators',
    about: 'Run it: install, secure, back up, upgrade, watch.',
    entries: [
      guide('deploy'),
      guide('proxy'),
      guide('security', 'Security checklist'),
      guide('sizing'),
      document('docs/performance.md', 'Benchmarks'),
      guide('postgresql', 'PostgreSQL'),
      guide('clickhouse', 'ClickHouse'),
      guide('scale'),
      guide('shared-files'),
      guide('back-up'),
      guide('upgrade'),
      guide('operate'),
      guide('members'),
      guide('project-settings'),
      guide('privacy'),
      guide('ledger', 'Ledger'),
    ],
  },
  {
    title: 'Move from',
    about: 'What maps to what, how to export there, and how to import here.',
    entries: [
      guide('import', 'Import events'),
      guide('compatible-clients', 'Clients of other products'),
      guide('move-from-posthog', 'PostHog'),
      guide('move-from-sentry', 'Sentry'),
      guide('move-from-unleash', 'Unleash'),
      guide('move-from-growthbook', 'GrowthBook'),
      guide('move-from-launchdarkly', 'LaunchDarkly'),
      guide('move-from-firebase', 'Firebase'),
    ],
  },
  {
    title: 'Reference',
    about: 'Settings, errors, metrics, limits.',
    entries: [
      document('docs/reference/settings.md', 'Settings'),
      document('docs/reference/errors.md', 'Errors'),
      document('docs/reference/metrics.md', 'Metrics'),
      document('docs/reference/sizes.md', 'Fixed sizes'),
      document('CHANGELOG.md', 'Changelog'),
    ],
  },
  {
    title: 'How it is built',
    about: 'Decisions with their reasons, and formats on disk.',
    isFolded: true,
    entries: [
      document('docs/specs/event-log.md', 'Format of the event log'),
      document('docs/specs/checkpoint.md', 'Format of checkpoints'),
      ...decisions.map((source) => ({ source })),
    ],
  },
];
