import { type BeforeSend, filterItems } from '@lamppost/sdk-core';
import type { BrowserPlugin } from './browser-plugin.ts';

/** Has each event, crash and metric go through a function of the app before it is stored or sent. */
export const beforeSend = (filter: BeforeSend): BrowserPlugin => filterItems(filter) as BrowserPlugin;
