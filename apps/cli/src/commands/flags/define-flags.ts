import type { Command } from 'commander';
import { defineCreate, defineSet } from './edit-flag.ts';
import { defineExplain } from './explain-flag.ts';
import { defineApply, definePlan, definePull } from './flags-as-code.ts';
import { defineGet } from './get-flag.ts';
import { defineImport } from './import-flags.ts';
import { defineList, defineStale } from './list-flags.ts';
import { defineSchedule, defineSchedules } from './schedule-flag.ts';
import { defineKill, defineRestore, defineRollout } from './target-flag.ts';

export function define(command: Command): void {
  command.description('Read and change flags. Rules, rollout and kill switch belong to an environment (-e).');
  defineList(command.command('list'));
  defineGet(command.command('get'));
  defineCreate(command.command('create'));
  defineSet(command.command('set'));
  defineRollout(command.command('rollout'));
  defineSchedule(command.command('schedule'));
  defineSchedules(command.command('schedules'));
  defineKill(command.command('kill'));
  defineRestore(command.command('restore'));
  defineStale(command.command('stale'));
  defineExplain(command.command('explain'));
  definePull(command.command('pull'));
  definePlan(command.command('plan'));
  defineApply(command.command('apply'));
  defineImport(command.command('import'));
}
