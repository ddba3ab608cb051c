import type { Wire } from '@lamppost/protocol';

export type SavedView = Wire['ViewsAnswer']['data'][number];

export const MAX_VIEW_NAME_LENGTH = 80;
