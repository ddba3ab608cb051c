import { exposureCasesContract } from '@lamppost/sdk-core/cases';
import { createLamppost } from './create-lamppost.ts';
import { RecordingServer } from './testing/recording-server.ts';

/** A server is reported no assignments: this ruleset assigns as the case says. */
exposureCasesContract(async (experimentKey, assignment) => {
  const { variant_key: variant, payload, counts_exposure: counts = true, subject_kind, experiment_id } = assignment;
  const server = await RecordingServer.start();
  server.ruleset = {
    flags: [],
    groups: {},
    config_version: assignment.assignment_revision,
    experiments: [
      {
        id: experiment_id,
        key: experimentKey,
        unit: subject_kind,
        status: counts ? 'running' : 'completed',
        traffic_pct: 100,
        variants: [{ key: variant, weight: 100, payload }],
        winner: counts ? null : variant,
      },
    ],
  };
  const client = createLamppost({ key: `lp_sec_production_${'x'.repeat(32)}`, url: server.url, log: () => {} });
  await client.ready;
  const user = client.forUser({ userId: 'ada', deviceId: 'd-1' });
  user.experiment(experimentKey);
  const given = user.experiment(experimentKey);
  user.track('after');
  await client.close();
  await server.stop();
  const named = (name: string) => [...server.events.values()].filter(({ event }) => event === name);
  return {
    given,
    exposures: named('$experiment_exposure').map(({ properties }) => properties),
    context: named('after')[0]?.context?.experiments,
  };
});
