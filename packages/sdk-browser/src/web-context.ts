import { type CreatePlugin, type DeviceState, extendItems } from '@lamppost/sdk-core';
import type { BrowserPlugin } from './browser-plugin.ts';
import { readBrowserVersion } from './read-browser-version.ts';
import { readTouch, type Touch } from './read-touch.ts';
import { pathOf } from './track-pages.ts';

/** How somebody came, kept with the device: for ever, and for the session. */
interface Touches {
  readonly session_id: string | undefined;
  readonly first: Touch;
  readonly last: Touch | undefined;
}

type State = DeviceState & { touches?: Touches };

const MAX_TITLE_LENGTH = 200;

/**
 * The page, the browser and how somebody came, as context of every event: `page`, `browser` and `attribution`. The first
 * touch is kept until a reset, the last one for its session. Of addresses only hosts and paths are read, and campaigns.
 */
export const webContext = ((core) => {
  const browser = { name: core.platform.facts.model, version: readBrowserVersion(navigator.userAgent) };
  // Now: the app may change the address before the first event.
  let landing: Touch | undefined = readTouch(location, document.referrer);

  /** Only for what is sent: of who is opted out nothing is kept. */
  const readTouches = (state: State): Touches => {
    const sessionId = state.session?.id;
    const known = state.touches;
    if (known?.session_id === sessionId && !landing) return known as Touches;
    const last = landing && Object.keys(landing).length > 1 ? landing : undefined;
    const touches = {
      session_id: sessionId,
      first: known?.first ?? landing ?? { landing_path: pathOf(location) },
      last: last ?? (known?.session_id === sessionId ? known?.last : undefined),
    };
    landing = undefined;
    state.touches = touches;
    core.store('state', JSON.stringify(state));
    return touches;
  };

  extendItems(core, (draft, queue) => {
    if (queue !== 'events') return;
    const { touches: _, ...context } = draft.about as State;
    const { first, last } = readTouches(core.state);
    draft.about = {
      ...context,
      page: {
        host: location.host,
        path: pathOf(location),
        title: document.title.slice(0, MAX_TITLE_LENGTH),
        referrer: document.referrer.split(/[?#]/)[0],
      },
      browser,
      attribution: { ...last, first },
    };
  });
  return {
    onReset() {
      landing = undefined;
    },
  };
}) satisfies CreatePlugin as BrowserPlugin;
