/** One file for the browser: who opens one of these pages opens the other. */
export { GroupPage } from './group-page.tsx';
export { GroupsPage } from './groups-page.tsx';
