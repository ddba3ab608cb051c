const verbs: Readonly<Record<string, string>> = {
  created: 'Created',
  updated: 'Changed',
  rules_replaced: 'Rules changed',
  rollout_set: 'Rollout set',
  scheduled: 'Scheduled change made',
  schedule_created: 'Change scheduled',
  schedule_cancelled: 'Schedule cancelled',
  schedule_stopped: 'Schedule stopped',
  expired: 'Expired',
  targeting_set: 'Rules and rollout changed',
  killed: 'Killed',
  restored: 'Restored',
  copied: 'Copied from another environment',
  archived: 'Archived',
};

/** What was done, in words: "Rollout set in production". */
export function changeTitle(action: string, environment: string | undefined): string {
  const verb = verbs[action] ?? action.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
  return environment === undefined ? verb : `${verb} in ${environment}`;
}
