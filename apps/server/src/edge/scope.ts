/** Every query is asked of one environment of one project; nothing of another can be in the answer. */
export interface Scope {
  readonly projectId: string;
  readonly environmentId: string;
}
