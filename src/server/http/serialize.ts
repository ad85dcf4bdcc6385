import { serializerCompiler } from 'fastify-type-provider-zod';

/** Writes answers as their contract says. One that is frozen stays as it is, so its text is kept for as long as it is. */
export const writeAnswers: typeof serializerCompiler = (route) => {
  const write = serializerCompiler(route);
  const texts = new WeakMap<object, string>();
  return (answer: unknown) => {
    if (typeof answer !== 'object' || answer === null || !Object.isFrozen(answer)) return write(answer);
    const kept = texts.get(answer);
    if (kept !== undefined) return kept;
    const text = write(answer);
    texts.set(answer, text);
    return text;
  };
};
