import type { Command } from 'commander';

export interface CommandRow {
  readonly summary: string;
  /** What the command takes and does: loaded when it is asked for. */
  readonly load: () => Promise<{ define: (command: Command) => void }>;
}

/** Every command, in the order of the help. */
export const commandTable: Readonly<Record<string, CommandRow>> = {
  serve: { summary: 'Start the server', load: () => import('./serve.ts') },
  init: { summary: 'Set up this directory: lamppost.config.json and a key', load: () => import('./init.ts') },
  login: { summary: 'Save the address and key of a server in a profile', load: () => import('./login.ts') },
  profiles: { summary: 'List, select and remove profiles', load: () => import('./profiles.ts') },
  codegen: {
    summary: 'Generate typed code for flags, experiments and events',
    load: () => import('./codegen/define-codegen.ts'),
  },
  tail: { summary: 'Show events as they arrive', load: () => import('./tail/define-tail.ts') },
  send: { summary: 'Send an event', load: () => import('./send.ts') },
  flags: { summary: 'Read and change flags; flags as code', load: () => import('./flags/define-flags.ts') },
  changes: { summary: 'Changes that wait for approval', load: () => import('./changes/define-changes.ts') },
  experiments: {
    summary: 'Start, pause and complete experiments; results',
    load: () => import('./experiments/define-experiments.ts'),
  },
  query: { summary: 'Query events: trends, funnels, SQL', load: () => import('./query/define-query.ts') },
  alerts: { summary: 'Alerts on what queries show', load: () => import('./alerts/define-alerts.ts') },
  cohorts: { summary: 'Create, compute and list cohorts', load: () => import('./cohorts/define-cohorts.ts') },
  events: { summary: 'Event names and their schemas', load: () => import('./events/define-events.ts') },
  symbols: { summary: 'Upload source maps and symbol files', load: () => import('./symbols.ts') },
  releases: { summary: 'Register and list releases', load: () => import('./releases.ts') },
  import: {
    summary: 'Import events from files of Lamppost and other products',
    load: () => import('./import/define-import.ts'),
  },
  webhooks: { summary: 'Webhooks and their deliveries', load: () => import('./webhooks.ts') },
  digests: { summary: 'Summaries of dashboards by email or chat', load: () => import('./digests/define-digests.ts') },
  export: { summary: 'Save a table or a query as a file', load: () => import('./export/define-export.ts') },
  backup: { summary: 'Back up the installation', load: () => import('./backup.ts') },
  restore: { summary: 'Restore a backup into a new data directory', load: () => import('./restore.ts') },
  keys: { summary: 'List, create and revoke keys', load: () => import('./keys.ts') },
  projects: { summary: 'List and create projects', load: () => import('./projects.ts') },
  members: { summary: 'List, invite and remove members', load: () => import('./members.ts') },
  users: { summary: 'Export or erase the data of a user', load: () => import('./users.ts') },
  doctor: { summary: 'Find problems and how to fix them', load: () => import('./doctor/define-doctor.ts') },
  mcp: { summary: 'Serve tools for assistants over MCP', load: () => import('./mcp/define-mcp.ts') },
  completion: { summary: 'Print a tab completion script', load: () => import('./completion/define-completion.ts') },
  drain: { summary: 'Send the remaining event log of a lost server', load: () => import('./drain.ts') },
  migrate: { summary: 'Migrate a stopped server to ClickHouse, or back', load: () => import('./migrate.ts') },
  'reset-password': {
    summary: 'Reset the password of a member while the server is stopped',
    load: () => import('./reset-password.ts'),
  },
};
