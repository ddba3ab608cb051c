import { type SharedProperties, shareProperties } from '@lamppost/sdk-core';
import type { BrowserPlugin } from './browser-plugin.ts';

/** Adds `setProperties` to the client: properties of every event from now on. */
export const sharedProperties = shareProperties as BrowserPlugin<SharedProperties>;
