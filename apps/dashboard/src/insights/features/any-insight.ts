import type { Insight } from '../insight.ts';
import type { FeatureInsight } from './feature-insight.ts';

/** What a widget asks: about events, or about crashes, performance and experiments. */
export type AnyInsight = Insight | FeatureInsight;
