import { statusIds } from '#features/papers/statuses.rules.ts';
import { normalForm } from '#shared/fold.ts';
import type { EventDay } from '../core/container-fields.rules.ts';
import { storedStatuses } from '../core/containers.rules.ts';
import type { StatusId, StoredStatus } from '../core/containers.rules.ts';
import type { Correction } from './import-complaints.rules.ts';

/**
 * The words of each status in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Turkish, Russian, Chinese
 * and Japanese. 'Delayed'
 * is how exports name an overdue container. Words that can mean several statuses, such as 'arrived', are asked about.
 */
const words: Record<StoredStatus, string> = {
  'Not Received': `not received,not yet received,open,pending,outstanding,expected,delayed,nicht erhalten,nicht eingegangen,
    noch nicht eingegangen,offen,ausstehend,erwartet,verspätet,non reçu,non reçue,pas reçu,en attente,attendu,retardé,
    no recibido,no recibida,pendiente,esperado,retrasado,non ricevuto,in attesa,atteso,in ritardo,não recebido,pendente,
    atrasado,niet ontvangen,openstaand,verwacht,vertraagd,nie otrzymano,nieotrzymany,oczekiwany,oczekuje,opóźniony,
    teslim alınmadı,alınmadı,bekleniyor,bekliyor,gecikti,не получено,ожидается,未收,未收到,未收货,待收货,延误,未入荷,未着`,
  Received: `received,goods received,erhalten,eingegangen,empfangen,reçu,reçue,réceptionné,recibido,recibida,ricevuto,ricevuta,
    recebido,recebida,ontvangen,otrzymano,otrzymany,przyjęto,przyjęty,teslim alındı,alındı,получено,已收,已收到,已收货,收到,入荷済,受領済`,
  Departed: `departed,left,abgegangen,ausgegangen,abgefahren,parti,partie,sorti,salido,partito,uscito,partiu,saiu,vertrokken,
    wyjechał,odjechał,wyszedł,ayrıldı,çıktı,выбыл,已离开,已离场,已出发,出庫済`,
};

const statusOfWord = new Map(
  (Object.keys(words) as StoredStatus[]).flatMap((status) =>
    (words[status] ?? '').split(',').map((word) => [normalForm(word), status] as const),
  ),
);

/** Words of users by their normal form. An empty text leaves the cell out. */
export type OwnWords = { [word: string]: StoredStatus | '' };

/** Words that are kept. Our choice: the newest ones of all imports. */
const maxOwnWords = 1000;

/** Signs such as '✓' have no letters and no normal form. */
const wordKey = (word: string) => normalForm(word) || word.trim();

/** Returns the status of a word, '' if the cell is left out, and undefined if the word is unknown. */
export const statusNamed = (word: string, own: OwnWords): StoredStatus | '' | undefined =>
  own[wordKey(word)] ?? statusOfWord.get(normalForm(word));

/** Returns the own words with those that the corrections of an import explain for all rows. */
export function withOwnWords(own: OwnWords, corrections: readonly Correction[]): OwnWords {
  const added = corrections.flatMap(({ field, value, to, row }) => {
    const status = to === '' ? '' : statusOfWord.get(normalForm(to));
    return field === 'status' && row === undefined && value !== null && status !== undefined
      ? [[wordKey(value), status] as const]
      : [];
  });
  return Object.fromEntries([...new Map([...Object.entries(own), ...added])].slice(-maxOwnWords));
}

type Days = { [Day in EventDay]?: string | number | null | undefined };

/** Returns the status that the days of a row show, if its cell for the status is empty. */
export function statusOfDays(days: Days): StoredStatus | undefined {
  if (days.departed_on) return 'Departed';
  return days.received_on ? 'Received' : undefined;
}

/** Returns the statuses through which a container goes forward to another one. Empty if it is there or behind it. */
export function stepsTo(from: StatusId, to: StoredStatus): StoredStatus[] {
  return ([2, 3] as const).filter((id) => id > from && id <= statusIds[to]).map((id) => storedStatuses[id]);
}
