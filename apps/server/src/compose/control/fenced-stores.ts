import { controlClient } from '../../control/control-client.ts';
import { LeaseLost } from '../../control/control-errors.ts';
import type { Lease } from '../../control/leases/lease.ts';
import type { ControlEngine } from './control-engine.ts';
import type { ControlStores } from './control-operations.ts';

/** The stores as a job uses them: what it writes is written only while this process does the job. */
export function fencedStores(engine: ControlEngine, job: string, lease: Lease): ControlStores {
  return controlClient<ControlStores>(async (name, args) => {
    const { isHeld, fence } = lease;
    if (!isHeld) throw new LeaseLost(job);
    return await engine.run(name, args, fence);
  });
}
