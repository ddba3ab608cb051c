// An app with Sentry's client that dies of an error: a process of its own, since the client changes much of the one it is in.
import * as Sentry from '@sentry/node';

Sentry.init({ dsn: process.env.DSN, release: 'shop@1.2.3+45', tracesSampleRate: 1 });
Sentry.setUser({ id: 'u1', email: 'one@shop.example', ip_address: '203.0.113.9' });
Sentry.setTag('area', 'cart');
Sentry.captureMessage('half full', 'warning');
Sentry.startSpan({ name: 'checkout', op: 'task' }, () =>
  Sentry.startSpan({ name: 'SELECT', op: 'db' }, () => undefined),
);
Sentry.addBreadcrumb({ category: 'ui', message: 'clicked' });
function pay() {
  throw new TypeError('no card', { cause: new Error('closed') });
}
setTimeout(pay, 50);
