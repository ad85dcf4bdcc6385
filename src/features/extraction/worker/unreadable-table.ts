import type { TableProblem } from '../table.rules.ts';

/** A refusal of the whole file. The message is its code. */
export class UnreadableTable extends Error {
  readonly problem: TableProblem;

  constructor(problem: TableProblem) {
    super(problem);
    this.problem = problem;
  }
}
