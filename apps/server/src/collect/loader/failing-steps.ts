import { LoadTargetBroken } from './load-target.ts';

/**
 * What happens at a step: it fails without having done anything or after it has done everything, the store is closed and
 * opened again, or the power is cut behind it.
 */
export const stepFaults = ['error before', 'error after', 'broken before', 'broken after', 'power cut after'] as const;
type StepFault = (typeof stepFaults)[number];

/** Decides for each call, named `load#2` for the second load, what goes wrong in it. */
export type FaultPlan = (step: string) => StepFault | undefined;

/** What a process and its files share: when the power is cut, nothing more is done until the next start. */
export interface Machine {
  readonly plan: FaultPlan;
  /** How often each step was called. */
  readonly calls: Map<string, number>;
  readonly onPowerCut: () => void;
  hasPower: boolean;
}

/** The same object, whose asynchronous methods fail as planned. */
export function withFailingSteps<T extends object>(target: T, machine: Machine): T {
  const { plan, calls, onPowerCut } = machine;
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function' || name === 'takeDurable') {
        return typeof member === 'function' ? member.bind(target) : member;
      }
      return async (...args: unknown[]): Promise<unknown> => {
        if (!machine.hasPower) throw new LoadTargetBroken(`${String(name)} without power`);
        const count = (calls.get(String(name)) ?? 0) + 1;
        calls.set(String(name), count);
        const fault = plan(`${String(name)}#${count}`);
        if (fault === 'error before') throw new Error(`${String(name)} failed`);
        if (fault === 'broken before') throw new LoadTargetBroken(`${String(name)} broke`);
        const result: unknown = await member.apply(target, args);
        if (fault === 'error after') throw new Error(`${String(name)} failed afterwards`);
        if (fault === 'power cut after') {
          machine.hasPower = false;
          onPowerCut();
        }
        if (fault !== undefined) throw new LoadTargetBroken(`${String(name)} broke afterwards`);
        return result;
      };
    },
  });
}
