import { readOnly, readTool } from '../read-tool.ts';
import type { Tool } from '../tool.ts';
import { flag } from './flag-param.ts';

/** What flags are, whom they are for, and why somebody gets a value. */
export const flagTools: readonly Tool[] = [
  readTool({
    name: 'list_flags',
    title: 'List flags',
    description: 'Flags of the project with type, default value, platforms, tags and status.',
    route: 'listFlags',
    input: { query: ['search', 'status', 'platform', 'tag', 'kind', 'owner', 'limit', 'cursor'] },
  }),
  {
    name: 'read_flag',
    title: 'Read a flag',
    description: 'One flag, and its rules, rollout and kill switch in an environment.',
    routes: ['showTargeting', 'showFlag'],
    input: { params: [flag], query: ['environment_id'] },
    hints: readOnly,
    askForLess: 'All rules are on the page of the flag in the dashboard.',
    run: async (args, { call, environment, link }) => {
      const { id, slug } = environment(args.environment_id);
      const params = { id: String(args.flag) };
      const definition = await call('showFlag', { params });
      const targeting = await call('showTargeting', { params, query: { environment_id: id } });
      return {
        flag: definition.data,
        environment: slug,
        targeting: targeting.data,
        page: link(slug, `flags/${params.id}`),
      };
    },
  },
  readTool({
    name: 'explain_flag',
    title: 'Explain a flag decision',
    description:
      'Why a flag has its value for a user or device: every rule with its outcome and the condition that failed, the rollout and the bucket. `context` holds user_id, device_id, platform, app_version, country and attributes; read_person_assignments gives the context that a known person is served with. `at` explains a past moment.',
    route: 'explainFlag',
    input: { params: [flag], query: ['environment_id'], body: 'all' },
  }),
];
