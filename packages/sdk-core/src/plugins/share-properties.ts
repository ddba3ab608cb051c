import type { CreatePlugin, DeviceState } from '../core.ts';
import { extendItems } from '../extend-items.ts';
import type { SharedProperties } from '../lamppost.ts';

/**
 * Properties of all events from now on. They are part of the device's state, so that other tabs have them too, later starts
 * have them still, and a reset ends them.
 */
export const shareProperties: CreatePlugin<SharedProperties> = (core) => {
  extendItems(core, (draft, queue) => {
    if (queue !== 'events') return;
    const { properties, ...context } = draft.about as DeviceState;
    if (!properties) return;
    draft.about = context;
    draft.wire = { ...draft.wire, properties: { ...properties, ...draft.wire?.properties } };
  });
  return {
    methods: {
      setProperties(properties) {
        // What is not JSON fails here, once, and not with every event. What is undefined is left out, so it is gone.
        core.state.properties = JSON.parse(JSON.stringify({ ...core.state.properties, ...properties }));
        core.store('state', JSON.stringify(core.state));
      },
    },
  };
};
