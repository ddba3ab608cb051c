/** What OpenFeature calls a reason of Lamppost's: the same as the server's OFREP routes say. */
export function openFeatureReason(reason: string, bucket: number | undefined): string {
  switch (reason) {
    case 'KILLED':
      return 'DISABLED';
    case 'RULE_MATCH':
      return bucket === undefined ? 'TARGETING_MATCH' : 'SPLIT';
    case 'ROLLOUT':
      return bucket === undefined ? 'STATIC' : 'SPLIT';
    case 'OVERRIDE':
      return 'STATIC';
    case 'DEFAULT':
      return 'DEFAULT';
    default:
      return 'ERROR';
  }
}
