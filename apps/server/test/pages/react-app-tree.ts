import {
  type Bootstrap,
  type LamppostClient,
  LamppostErrorBoundary,
  LamppostProvider,
  useExperiment,
  useFlag,
} from '@lamppost/react';
import { createElement as h, type ReactElement, StrictMode, useState } from 'react';

function Basket(): ReactElement {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) throw new Error('the basket is broken');
  return h('button', { type: 'button', onClick: () => setIsBroken(true) }, 'break');
}

function Shop(): ReactElement {
  const { columns } = useFlag('layout', { columns: 1 });
  const offer = useExperiment('offer');
  return h(
    'main',
    null,
    h('h1', null, useFlag('banner', 'none')),
    h('p', null, `${columns} columns, ${offer?.variant ?? 'no offer'}`),
    h(LamppostErrorBoundary, { fallback: h('i', null, 'sorry'), screenName: 'shop' }, h(Basket)),
  );
}

/** The same on the server, without a client, and in the page. */
export const shopApp = (client: LamppostClient | undefined, bootstrap: Bootstrap): ReactElement =>
  h(StrictMode, null, h(LamppostProvider, { client, bootstrap }, h(Shop)));
