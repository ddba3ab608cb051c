import { readTool } from '../read-tool.ts';
import type { Tool } from '../tool.ts';

const person = { name: 'person', of: 'id', description: 'User id, anonymous id or device id' };

export const personTools: readonly Tool[] = [
  readTool({
    name: 'list_people',
    title: 'List people',
    description: 'People, the most recently active first; `search` finds part of an id or a whole email.',
    route: 'listPeople',
    input: { query: ['search', 'cohort', 'sort', 'order', 'limit', 'cursor', 'environment_id'] },
  }),
  readTool({
    name: 'read_person',
    title: 'Read a person',
    description: 'One person: attributes, groups, devices, linked ids and the newest events.',
    route: 'showPerson',
    input: { params: [person], query: ['kind', 'environment_id'] },
    askForLess: 'Query single events with run_sql instead.',
  }),
  readTool({
    name: 'read_person_assignments',
    title: 'Read flags and variants of a person',
    description:
      "Every flag value and experiment variant that a person gets now, with the reason, and the `context` that rules were evaluated with. Pass that context to explain_flag for one flag's rules step by step.",
    route: 'personAssignments',
    input: { params: [person], query: ['kind', 'device_id', 'environment_id'] },
  }),
];
