/** One file for the browser: who opens one of these pages opens the other. */
export { CohortPage } from './cohort-page.tsx';
export { CohortsPage } from './cohorts-page.tsx';
