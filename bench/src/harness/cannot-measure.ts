/** Something is missing here that the scenario needs: said in the results, and the run goes on. */
export class CannotMeasure extends Error {}
