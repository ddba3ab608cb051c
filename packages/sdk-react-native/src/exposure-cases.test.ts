import { exposureCasesContract } from '@lamppost/sdk-core/cases';
import { VirtualPhone } from './testing/virtual-phone.ts';

exposureCasesContract(async (experimentKey, assignment) => {
  const phone = new VirtualPhone();
  phone.server.config.experiments = { [experimentKey]: assignment };
  const { client } = phone.launch();
  await phone.clock.advance(1_000);
  client.experiment(experimentKey);
  const given = client.experiment(experimentKey);
  client.track('after');
  await phone.clock.advance(60_000);
  return {
    given,
    exposures: phone.server.named('$experiment_exposure').map(({ properties }) => properties),
    context: phone.server.named('after')[0]?.context.experiments,
  };
});
