export { LamppostWebProvider, type WebClient } from './web-provider.ts';
