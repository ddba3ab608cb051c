import { exposureCasesContract } from './exposure-cases.contract.ts';
import { TestWorld } from './testing/index.ts';

exposureCasesContract(async (experimentKey, assignment) => {
  const world = new TestWorld();
  world.server.config.experiments = { [experimentKey]: assignment };
  // Asked for once: from then on it is what the device has stored.
  const first = world.launch();
  await world.clock.advance(1_000);
  first.platform.kill();
  world.server.fault = (path) => (path === '/v1/config' ? 'network' : undefined);
  const { client } = world.launch();
  client.experiment(experimentKey);
  const given = client.experiment(experimentKey);
  client.track('after');
  await world.clock.advance(60_000);
  return {
    given,
    exposures: world.server.named('$experiment_exposure').map(({ properties }) => properties),
    context: world.server.named('after')[0]?.context.experiments,
  };
});
