import { useCurrentUser } from '#features/session/web/session.data.ts';
import { useStoredChoice } from '#web/use-stored-choice.ts';

type Turned = [file: number, degrees: number];

/** A cookie has little room, so only the documents that were turned last stay turned. */
const maxTurned = 40;

/** Returns the angle by which the reader has turned a document, and the way to turn it. This browser keeps it for the reader. */
export function useTurn(file: number): [degrees: number, turn: (degrees: number) => void] {
  const { id } = useCurrentUser();
  const [turned, store] = useStoredChoice<Turned[]>({ name: `turned.${id}`, path: '/' }, asTurned, []);
  const others = turned.filter(([other]) => other !== file);
  return [
    turned.find(([other]) => other === file)?.[1] ?? 0,
    (degrees) => store([...others, ...(degrees === 0 ? [] : [[file, degrees] as Turned])].slice(-maxTurned)),
  ];
}

const isTurned = (one: unknown): one is Turned =>
  Array.isArray(one) && Number.isInteger(one[0]) && [90, 180, 270].includes(one[1] as number);

const asTurned = (stored: unknown): Turned[] | undefined =>
  Array.isArray(stored) ? stored.filter(isTurned) : undefined;
