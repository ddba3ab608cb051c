import type { Dashboard } from '../dashboard-store.ts';
import { acquisition } from './acquisition.ts';
import { engagement } from './engagement.ts';
import { errorsAndHealth } from './errors-and-health.ts';
import { flagsAndExperiments } from './flags-and-experiments.ts';
import { performance } from './performance.ts';
import { dashboardOf } from './template.ts';

/** In the order in which they are listed, which is that of their ids from the highest down. */
export const templates: readonly Dashboard[] = [
  engagement,
  acquisition,
  errorsAndHealth,
  flagsAndExperiments,
  performance,
].map(dashboardOf);

export const isTemplateId = (id: string): boolean => templates.some((template) => template.id === id.toLowerCase());
