import type { Tool } from './tool.ts';
import { crashTools } from './tools/crash-tools.ts';
import { eventTools } from './tools/event-tools.ts';
import { experimentTools } from './tools/experiment-tools.ts';
import { flagTools } from './tools/flag-tools.ts';
import { flagWriteTools } from './tools/flag-write-tools.ts';
import { insightTools } from './tools/insight-tools.ts';
import { personTools } from './tools/person-tools.ts';
import { projectTools } from './tools/project-tools.ts';
import { releaseTools } from './tools/release-tools.ts';

/** Every tool, in the order in which they are listed. */
export const toolTable: readonly Tool[] = [
  ...insightTools,
  ...eventTools,
  ...flagTools,
  ...flagWriteTools,
  ...experimentTools,
  ...crashTools,
  ...releaseTools,
  ...personTools,
  ...projectTools,
];
