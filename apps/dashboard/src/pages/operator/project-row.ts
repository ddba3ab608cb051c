import type { Wire } from '@lamppost/protocol';

export type ProjectRow = Wire['ProjectsAnswer']['data'][number];
