export { LamppostServerProvider, type ServerClient } from './server-provider.ts';
