/** The papers that are expected of a container. See docs/decisions/checklist.md. */

/** A paper is expected before the container is marked Received or before it is marked Departed. */
export const stages = ['received', 'departed'] as const;
export type Stage = (typeof stages)[number];

/** The maximum number of rules. All of them are read for each page of a list. */
export const maxRules = 200;

/** `party_id`: only for containers with this supplier or carrier. Null: for all containers. */
export type Rule = { file_type_id: number; stage: Stage; party_id: number | null };

/** The fields of a container that decide which papers are expected. */
export type Target = {
  status_id: number;
  supplier_id?: number | null | undefined;
  carrier_id?: number | null | undefined;
};

/** `is_there`: at least one file of this type is linked that is outside the trash and that the container's team may see. */
export type ExpectedPaper = { file_type_id: number; stage: Stage; is_there: boolean };

/** The numbers of types: all that are expected, those that are there, and those that are missing for the next stage. */
export type PaperCounts = { papers_expected: number; papers_there: number; papers_missing: number };

const appliesTo = ({ party_id }: Rule, { supplier_id, carrier_id }: Target) =>
  party_id === null || party_id === supplier_id || party_id === carrier_id;

/** Whether papers of a stage are due before a container may go on from this status. Nothing is due after the departure. */
export function isDue(stage: Stage, statusId: number): boolean {
  return statusId === 1 ? stage === 'received' : statusId === 2;
}

/** Returns each expected type once, with its earliest stage, in the order of the rules. */
export function expectedPapers(
  rules: readonly Rule[],
  target: Target,
  linkedTypes: ReadonlySet<number>,
): ExpectedPaper[] {
  const expected = new Map<number, Stage>();
  for (const rule of rules)
    if (appliesTo(rule, target) && expected.get(rule.file_type_id) !== 'received')
      expected.set(rule.file_type_id, rule.stage);
  return [...expected].map(([file_type_id, stage]) => {
    return { file_type_id, stage, is_there: linkedTypes.has(file_type_id) };
  });
}

/** The types that are missing before a container in this status may go on. */
export const missingPapers = (papers: readonly ExpectedPaper[], statusId: number): ExpectedPaper[] =>
  papers.filter(({ stage, is_there }) => !is_there && isDue(stage, statusId));

export function countPapers(papers: readonly ExpectedPaper[], statusId: number): PaperCounts {
  return {
    papers_expected: papers.length,
    papers_there: papers.filter(({ is_there }) => is_there).length,
    papers_missing: missingPapers(papers, statusId).length,
  };
}
