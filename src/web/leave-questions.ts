/** Asks the user for confirmation. Resolves to whether the page may be left. */
type Ask = () => Promise<boolean>;

const questions = new Set<Ask>();

/** Registers a question for as long as leaving would lose input. Returns a function that removes it. */
export function askBeforeLeaving(ask: Ask): () => void {
  questions.add(ask);
  return () => void questions.delete(ask);
}

/** Asks all registered questions. Returns false as soon as the user stays. */
export async function mayLeave(): Promise<boolean> {
  for (const ask of questions) if (!(await ask())) return false;
  return true;
}
