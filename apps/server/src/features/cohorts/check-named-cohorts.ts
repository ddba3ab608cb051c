import { Unacceptable } from '../../control/control-errors.ts';
import type { Cohort } from './cohort-store.ts';
import { cohortsNamedIn, type NamedCohort } from './cohorts-named-in.ts';

/** A cohort is read with those that it names, and those that they name: so many in all, and so far down. */
export const MAX_NAMED = 20;
export const MAX_LEVELS = 5;

/** `find` knows the cohorts of the environment, by id or key. Throws Unacceptable, naming the place. */
export async function checkNamedCohorts(
  checked: Pick<Cohort, 'id' | 'key' | 'definition'>,
  find: (idOrKey: string) => Promise<Cohort | undefined>,
): Promise<void> {
  let seen = 0;
  const visit = async ({ cohort, place }: NamedCohort, level: number): Promise<void> => {
    seen += 1;
    if (seen > MAX_NAMED || level > MAX_LEVELS) {
      throw new Unacceptable(
        place,
        `${place} uses too many cohorts: at most ${MAX_NAMED} in total and ${MAX_LEVELS} levels, including nested ones.`,
      );
    }
    if (cohort.toLowerCase() === checked.id || cohort === checked.key) throw namesItself(place);
    const found = await find(cohort);
    if (found === undefined)
      throw new Unacceptable(place, `${place} uses "${cohort}", which is not a cohort of this environment.`);
    if (found.archivedAtMs !== null) {
      throw new Unacceptable(place, `${place} uses the cohort "${found.key}", which is archived.`);
    }
    if (found.id === checked.id) throw namesItself(place);
    // What is wrong further down is shown at the place where it was sent.
    for (const inner of cohortsNamedIn(found.definition, place)) await visit({ ...inner, place }, level + 1);
  };
  for (const named of cohortsNamedIn(checked.definition, 'definition')) await visit(named, 1);
}

const namesItself = (place: string): Unacceptable =>
  new Unacceptable(place, `${place} refers to the cohort itself, directly or through others.`);
