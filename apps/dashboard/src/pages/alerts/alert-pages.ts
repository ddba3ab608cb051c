/** One file for the browser: who opens one of these pages opens the others. */
export { AlertPage } from './alert-page.tsx';
export { AlertsPage } from './alerts-page.tsx';
export { NewAlertPage } from './new-alert-page.tsx';
