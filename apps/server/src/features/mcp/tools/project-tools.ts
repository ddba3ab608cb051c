import { readTool } from '../read-tool.ts';
import type { Tool } from '../tool.ts';

export const projectTools: readonly Tool[] = [
  readTool({
    name: 'list_environments',
    title: 'List environments',
    description:
      "Environments of the project, such as production and development. Tools read the key's own environment unless `environment_id` names another, by id or slug.",
    route: 'listEnvironments',
    input: { query: ['limit', 'cursor'] },
  }),
  readTool({
    name: 'list_changes',
    title: 'List changes',
    description:
      'Who changed which flag, experiment or setting and when, newest first, with the state before and after. Useful to find what happened before a number moved.',
    route: 'listChanges',
    input: { query: ['from', 'to', 'entity_type', 'entity_id', 'search', 'limit', 'cursor'] },
  }),
];
