import { fold, normalForm } from '#shared/fold.ts';
import { isDateField } from '../core/container-fields.rules.ts';
import { fieldLabels } from '../core/container-fields.texts.ts';
import type { ImportField } from './import-fields.rules.ts';

/**
 * Headings of spreadsheets in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Turkish, Russian, Chinese
 * and Japanese, with their accents, besides the names of the fields in the product. Articles and prepositions may be missing,
 * and so may a word for 'number' at a number and one for 'date' at a date.
 */
export const headingWords: Record<ImportField, string> = {
  id: 'ID,Stowage ID',
  name: 'name,container name,shipment,shipment name,reference,Bezeichnung',
  container_no:
    'order number,order,our ref,our reference,PO,purchase order,customer PO,Bestellnummer,Bestell-Nr.,Bestellung,Auftrag,Auftragsnummer,Auftrags-Nr.,commande,bon de commande,pedido,orden de compra,ordine,ordine di acquisto,encomenda,ordem de compra,ordernummer,bestelling,bestelnummer,inkooporder,inkoopordernummer,zamówienie,zamówienia,sipariş,заказ,заказа,订单,订单号,订单编号,采购单号,采购订单,采购订单号,発注番号,注文番号,発注,注文書番号',
  pfi_date:
    'PFI,PFI date,ETA PFI,proforma date,proforma invoice date,expected date,expected,due,due date,delivery date,requested delivery date,required date,Liefertermin,Lieferdatum,Wunschtermin,date de livraison,fecha de entrega,data di consegna,data de entrega,prazo de entrega,leverdatum,datum van levering,termin dostawy,data dostawy,teslim tarihi,teslimat tarihi,срок поставки,дата поставки,交货日期,交货期,交期,納期,納入日,納品日',
  ex_factory_date:
    'ex factory,ex fact,ready ex factory,ready ex fact,ex fty,X factory,XF,cargo ready,CRD,ready date,ex works,EXW,ab Werk,départ usine,sortie usine,salida de fábrica,franco fabbrica,uscita dalla fabbrica,saída da fábrica,af fabriek,wyjście z fabryki,fabrika çıkış tarihi,fabrika çıkışı,дата отгрузки,отгрузка с завода,出厂日期,货好日期,工場出荷日,工場出荷',
  container_number:
    'container,CNTR,CTR,cont no,equipment,Containernummer,conteneur,contenedor,contêiner,contentor,kontener,kontenera,konteyner,контейнер,контейнера,柜号,箱号,集装箱,集装箱号,コンテナ,コンテナ番号',
  bl_number:
    'BL,bill of lading,MBL,HBL,master BL,house BL,Konnossement,connaissement,conocimiento de embarque,polizza di carico,conhecimento de embarque,cognossement,konosament,konosamentu,konşimento,коносамент,коносамента,提单,提单号,BL番号,船荷証券番号',
  booking_number:
    'booking,booking ref,BKG,SO,Buchung,Buchungsnummer,réservation,reserva,prenotazione,boeking,boekingsnummer,rezerwacja,rezerwacji,rezervasyon,букинг,бронирование,бронирования,订舱号,ブッキング,ブッキング番号',
  vessel:
    'vessel,vessel name,ship,Schiff,Seeschiff,Schiffsname,navire,buque,nave,navio,schip,statek,nazwa statku,gemi,gemi adı,судно,название судна,MV,船名,本船,本船名',
  voyage:
    'voyage,voy,Reise,Reisenummer,viaje,viaggio,viagem,reis,reisnummer,rejs,numer rejsu,sefer,рейс,рейса,航次,航海番号',
  pol: 'POL,port of loading,loading port,load port,port loading,origin port,port of origin,from,Ladehafen,Verladehafen,Abgangshafen,port de chargement,port d’embarquement,port de départ,puerto de carga,puerto de embarque,puerto de origen,porto di imbarco,porto di carico,porto di partenza,porto de embarque,porto de carregamento,porto de origem,laadhaven,vertrekhaven,port załadunku,yükleme limanı,порт погрузки,порт отправления,起运港,装货港,装运港,積地,積港,船積港,積出港',
  pod: 'POD,port of discharge,discharge port,port discharge,destination port,port of destination,destination,to,Löschhafen,Loeschhafen,Zielhafen,Bestimmungshafen,Entladehafen,port de déchargement,port déchargement,port dechargement,port de débarquement,port d’arrivée,puerto de descarga,puerto de destino,porto di sbarco,porto di scarico,porto di destinazione,porto di arrivo,porto de descarga,porto de desembarque,porto de destino,loshaven,bestemmingshaven,port wyładunku,port rozładunku,port przeznaczenia,port docelowy,tahliye limanı,boşaltma limanı,varış limanı,порт выгрузки,порт назначения,目的港,卸货港,揚地,揚港,荷揚港,仕向港',
  etd: 'ETD,ETD POL,estimated departure,estimated time of departure,est departure,sailing date,sailing,Abfahrt,départ,départ prévu,salida,partenza,partida,vertrek,wypłynięcie,kalkış,отход,отправление,开船日期,预计开船,开航日,出港日,出港予定日',
  eta: 'ETA,ETA POD,ETA port,estimated arrival,estimated time of arrival,est arrival,arrival,arrival date,Ankunft,arrivée,arrivée prévue,llegada,arrivo,chegada,aankomst,przybycie,przypłynięcie,varış,прибытие,预计到港,到港日期,入港日,入港予定日,到着予定日',
  atd: 'ATD,actual departure,departure actual,actual time of departure,sailed,départ réel,salida real,tatsächliche Abfahrt,实际开船',
  ata: 'ATA,actual arrival,arrival actual,actual time of arrival,arrivée réelle,llegada real,tatsächliche Ankunft,实际到港',
  last_free_day: 'last free day,LFD,free time until,free until,demurrage free until,免租期',
  empty_return_due:
    'empty return,empty return by,empty return date,return empty by,return by,return date,empty due,empty due back,last return day,detention free until,detention until,per diem starts,Leerrückgabe,Leerrückgabe bis,Rückgabe leer bis,Leercontainer Rückgabe,retour vide,restitution vide,date de restitution,restitution du vide,devolución vacío,devolución de vacío,fecha de devolución,riconsegna vuoto,restituzione vuoto,data di riconsegna,devolução vazio,devolução do vazio,data de devolução,inleveren leeg,leeg retour,leeg inleveren,zwrot pustego,data zwrotu,boş iade,boş iade tarihi,возврат порожнего,дата возврата,还箱日期,还空日期,免用箱期,空コン返却日,返却期限',
  status:
    'status,state,Stand,Zustand,statut,état,estado,stato,situação,toestand,stan,durum,статус,состояние,状态,狀態,状況,ステータス',
  received_on:
    'received,received on,date received,receipt date,goods receipt,arrived,arrived on,Eingang,eingegangen,Wareneingang,angekommen,angekommen am,reçu le,reçu,date de réception,arrivé,arrivé le,recibido,fecha de recepción,llegado,ricevuto,data di ricezione,arrivato,arrivato il,recebido,data de recebimento,ontvangen,ontvangstdatum,aangekomen,aangekomen op,otrzymano,data otrzymania,teslim alındı,teslim alma tarihi,получено,дата получения,收货日期,到仓日期,入庫日,受領日',
  departed_on: 'departed on,gate out,gate out date,Warenausgang,出库日期,离场日期,出庫日',
  goods:
    'goods,description,description of goods,commodity,cargo,item,items,product,Ware,Waren,Warenbezeichnung,marchandise,désignation,mercancía,descripción,merce,descrizione,mercadoria,descrição,goederen,omschrijving,towar,opis towaru,ürün,mal,груз,товар,наименование товара,品名,货物,商品,貨物',
  packages:
    'packages,pkgs,ctns,cartons,qty ctns,number of packages,Packstücke,Packstuecke,Kartons,colli,colis,bultos,volumes,kolli,kartony,liczba opakowań,koli,koli sayısı,количество мест,件数,箱数,個数,カートン数',
  weight_kg:
    'weight,gross weight,gross kg,gross kgs,kg gross,kgs gross,GW,GW kg,GW kgs,gross weight kg,Gewicht,Bruttogewicht,Gewicht kg,Brutto kg,poids,poids brut,peso,peso bruto,peso lordo,brutogewicht,waga,waga brutto,masa brutto,ağırlık,brüt ağırlık,вес,вес брутто,масса брутто,毛重,総重量,重量',
  seal: 'seal,Plombe,Siegel,Siegelnummer,plomb,scellé,precinto,sello,sigillo,lacre,zegel,plomba,plomby,mühür,пломба,пломбы,封号,铅封号,封条号,シール,シール番号',
  supplier_name:
    'supplier,supplier name,vendor,vendor name,shipper,factory,manufacturer,seller,Lieferant,fournisseur,proveedor,fornitore,fornecedor,leverancier,dostawca,tedarikçi,поставщик,供应商,发货人,仕入先,サプライヤー',
  customer_name:
    'customer,customer name,consignee,buyer,client,Kunde,Empfänger,Empfaenger,destinataire,cliente,klant,klient,odbiorca,müşteri,alıcı,клиент,заказчик,покупатель,получатель,客户,收货人,顧客,得意先,荷受人',
  carrier_name:
    'carrier,shipping line,steamship line,line,SSL,forwarder,Reederei,transporteur,compagnie maritime,naviera,compagnia di navigazione,armador,rederij,armator,taşıyıcı,перевозчик,船公司,承运人,船会社',
  assignee_name:
    'assignee,responsible,handled by,owner,in charge,zuständig,Bearbeiter,responsable,responsabile,responsável,verantwoordelijke,odpowiedzialny,sorumlu,ответственный,负责人,担当,担当者',
  team_name: 'team,branch,office',
  remarks:
    'remarks,remark,comments,comment,notes,note,memo,Bemerkung,Bemerkungen,Anmerkung,Anmerkungen,Notiz,Notizen,Kommentar,remarque,remarques,commentaire,commentaires,observations,observaciones,comentarios,notas,osservazioni,observações,opmerking,opmerkingen,uwagi,notlar,açıklama,примечание,примечания,комментарий,备注,備註,備考',
};

/** What a shortened heading may still name: 'PO No' is a number, and 'Customer No' is not the name of a customer. */
const numberFields: ReadonlySet<ImportField> = new Set([
  'container_no',
  'container_number',
  'bl_number',
  'booking_number',
  'voyage',
  'seal',
]);

const wordSet = (words: string) => new Set(words.split(','));
const articles = wordSet(
  'OF,THE,DER,DES,DEM,DU,DE,LA,LE,LES,EL,LOS,LAS,DEL,DI,DAL,DALLA,DELLA,DELLO,DO,DA,DOS,DAS,VAN,HET,VON,Z,С',
);
const numberWords = wordSet('N,NO,NR,NUM,NUMBER,NUMMER,NUMERO,NUMER,NUMARASI,НОМЕР');
const dateWords = wordSet('DATE,DATUM,DATA,FECHA,TARIHI,TARIH,ДАТА');
const numberSign = /(?<!\p{L})n\s*\.?\s*[°º]\.?|[№#]/giu;
const number = '#';

const upper = (word: string) => fold(word).toUpperCase();

/** The words of a heading with their accents, without articles. Every word for 'number' is the same one. */
const wordsOf = (heading: string): string[] =>
  heading
    .replaceAll(numberSign, ' NO ')
    .replaceAll(/(?<!\p{L})[dl]['’]/giu, ' ')
    .normalize('NFKC')
    .toUpperCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && !articles.has(word))
    .map((word) => (numberWords.has(upper(word)) ? number : word));

/** 'Port de chargement' and 'Port déchargement' have the same letters, so words and accents are compared first. */
const exactOf = (words: readonly string[]) => words.join(' ');
const looseOf = (words: readonly string[]) => normalForm(words.map((word) => (word === number ? 'NO' : word)).join(''));

const named = (Object.keys(headingWords) as ImportField[]).flatMap((field) =>
  [...headingWords[field].split(','), fieldLabels[field]].map((text) => ({ field, text, words: wordsOf(text) })),
);
const byWords = uniqueFields(named.map(({ field, words }) => [exactOf(words), field]));
const byLetters = uniqueFields(
  named.flatMap(({ field, text, words }) => [
    [normalForm(text), field],
    [looseOf(words), field],
  ]),
);

/** A form that would stand for two fields stands for none. */
function uniqueFields(forms: readonly (readonly [string, ImportField])[]): Map<string, ImportField> {
  const fields = Map.groupBy(forms, ([form]) => form);
  return new Map(
    [...fields].flatMap(([form, found]) => {
      const all = new Set(found.map(([, field]) => field));
      return all.size === 1 ? [[form, [...all][0] as ImportField] as const] : [];
    }),
  );
}

const ofWords = (words: readonly string[]) => byWords.get(exactOf(words)) ?? byLetters.get(looseOf(words));

const wholeMatch = (heading: string) =>
  byWords.get(exactOf(wordsOf(heading))) ??
  byLetters.get(normalForm(heading)) ??
  byLetters.get(looseOf(wordsOf(heading)));

const endings = [
  { ending: /(?<=.)(DATE|DATUM|日期)$/, mayName: isDateField },
  { ending: /(?<=.)(NO|NR|NUMBER|NUMMER|番号|编号)$/, mayName: (field: ImportField) => numberFields.has(field) },
] as const;

/** A heading without its word for 'date' names a date only, and one without its word for 'number' a number. */
function shortenedMatch(heading: string): ImportField | undefined {
  const words = wordsOf(heading);
  const [isDate, isNumber] = [words.some((word) => dateWords.has(upper(word))), words.includes(number)];
  if (isDate && isNumber) return undefined;
  for (const [index, { ending, mayName }] of endings.entries()) {
    const isKind = index === 0 ? isDate : isNumber;
    const stem = words.filter((word) => (index === 0 ? !dateWords.has(upper(word)) : word !== number));
    const field = isKind ? ofWords(stem) : byLetters.get(endless(normalForm(heading), ending));
    if (field !== undefined && mayName(field)) return field;
  }
  return undefined;
}

const endless = (text: string, ending: RegExp) => (ending.test(text) ? text.replace(ending, '') : '');

const maxHeadingLetters = 200;

/** `rank`: 0 for a whole heading, 1 without its brackets, 2 for a shortened one. */
export type NamedField = { field: ImportField; rank: 0 | 1 | 2 };

/** Returns the field that a heading names. Text in brackets and a word for 'date' or 'number' may be missing. */
export function namedField(heading: string): NamedField | undefined {
  // Looking for the ends of brackets takes a time that grows with the square of the length.
  if (heading.length > maxHeadingLetters) return undefined;
  const short = heading.replaceAll(/\([^)]*\)|\[[^\]]*\]|（[^）]*）/g, '');
  const found = [wholeMatch(heading), wholeMatch(short), shortenedMatch(short)];
  const rank = found.findIndex((field) => field !== undefined);
  const field = found[rank];
  // 'ID No' and 'ID (factory)' are ids of others.
  if (field === undefined || (field === 'id' && rank > 0)) return undefined;
  return { field, rank: rank as NamedField['rank'] };
}
