export type { ContextPlacement } from './batch-writer.ts';
export { behaviour, incident } from './behaviour.ts';
export {
  cardsExperiment,
  cardsTreatment,
  checkoutExperiment,
  checkoutTreatment,
  type DemoExperiment,
  demoExperiments,
  sameExperiment,
} from './demo-experiments.ts';
export type { DemoBatch, DemoItem } from './demo-item.ts';
export type { DemoOptions } from './demo-options.ts';
export { crashingFlag, type DemoFlag, demoFlags } from './demo-rules.ts';
export { demoBatches, demoStream, type StreamOptions } from './demo-stream.ts';
export { badVersion, releases } from './releases.ts';
export { offlineRuleset } from './rules-over-time.ts';
