import { companyName } from '../company.ts';
import type { Dice } from '../dice.ts';
import { pageHeight, pageWidth, pdfOf, writeText } from '../formats/pdf.ts';
import type { PdfScan } from '../formats/pdf.ts';
import { blankPicture, bmpOf, fillBox, gifOf, pngOf } from '../formats/pictures.ts';
import type { Colour, Picture } from '../formats/pictures.ts';
import { plainName } from '../suppliers.ts';
import { diceOfPaper } from './paper.ts';
import type { Paper } from './paper.ts';

const paints: readonly Colour[] = [
  [178, 58, 46],
  [34, 87, 122],
  [56, 118, 74],
  [214, 140, 38],
  [92, 99, 110],
  [126, 76, 116],
  [222, 214, 196],
];

/** A container yard under a sky: stacks of ribbed boxes, a crane, and the grain of a cheap camera. */
function drawYard(width: number, dice: Dice): Picture {
  const height = Math.round(width * 0.625);
  const picture = blankPicture(width, height, [196, 214, 228]);
  const ground = height * 0.86;
  for (let y = 0; y < ground; y += 8)
    fillBox(picture, { x: 0, y, width, height: 8 }, [150 + (y * 70) / ground, 185 + (y * 40) / ground, 215]);
  fillBox(picture, { x: 0, y: ground, width, height }, [112, 112, 108]);
  drawCrane(picture, width * (0.1 + dice.roll() * 0.7));
  const boxWidth = width / 7;
  const boxHeight = height / 9;
  for (let stack = 0; stack < 7; stack += 1) {
    for (let level = dice.whole(1, 5); level > 0; level -= 1) {
      drawContainer(
        picture,
        { x: stack * boxWidth + 2, y: ground - level * boxHeight, width: boxWidth - 4, height: boxHeight - 2 },
        dice.pick(paints),
      );
    }
  }
  return picture;
}

function drawContainer(
  picture: Picture,
  box: { x: number; y: number; width: number; height: number },
  paint: Colour,
): void {
  const shade = (by: number): Colour => [paint[0] * by, paint[1] * by, paint[2] * by];
  fillBox(picture, box, paint);
  const rib = box.width / 16;
  for (let place = 0; place < 16; place += 2)
    fillBox(picture, { ...box, x: box.x + place * rib, width: rib }, shade(0.82));
  fillBox(picture, { ...box, height: 3 }, shade(0.6));
  fillBox(picture, { ...box, y: box.y + box.height - 3, height: 3 }, shade(0.6));
}

function drawCrane(picture: Picture, x: number): void {
  const { width, height } = picture;
  const steel: Colour = [70, 74, 82];
  for (const leg of [0, width * 0.12])
    fillBox(picture, { x: x + leg, y: height * 0.2, width: width / 80, height: height * 0.66 }, steel);
  fillBox(picture, { x: x - width * 0.15, y: height * 0.2, width: width * 0.5, height: height / 50 }, steel);
  fillBox(picture, { x: x + width * 0.25, y: height * 0.2, width: 2, height: height * 0.2 }, steel);
}

function addGrain({ pixels }: Picture, dice: Dice, strength: number): Picture['pixels'] {
  for (let place = 0; place < pixels.length; place += 1) {
    pixels[place] = Math.max(0, Math.min(255, (pixels[place] ?? 0) + Math.round((dice.roll() - 0.5) * strength)));
  }
  return pixels;
}

export function yardPhoto(paper: Paper): Buffer {
  const dice = diceOfPaper(paper);
  const picture = drawYard(dice.pick([480, 640, 800]), dice);
  addGrain(picture, dice, 12);
  return pngOf(picture);
}

export function gatePhoto(paper: Paper): Buffer {
  const dice = diceOfPaper(paper);
  const picture = drawYard(dice.pick([320, 400]), dice);
  addGrain(picture, dice, 20);
  return bmpOf(picture);
}

export const yardSketch = (paper: Paper) => gifOf(drawYard(320, diceOfPaper(paper)));

/** Bars of a temperature logger over one voyage, those above the limit in red. */
export function temperatureChart(paper: Paper): Buffer {
  const dice = diceOfPaper(paper);
  const picture = blankPicture(760, 340, [255, 255, 255]);
  for (let y = 40; y <= 300; y += 52) fillBox(picture, { x: 40, y, width: 690, height: 1 }, [214, 218, 224]);
  let celsius = 12;
  for (let day = 0; day < 46; day += 1) {
    celsius = Math.max(4, Math.min(24, celsius + (dice.roll() - 0.5) * 4));
    const height = celsius * 10;
    fillBox(
      picture,
      { x: 44 + day * 15, y: 300 - height, width: 11, height },
      celsius > 19 ? [190, 60, 48] : [44, 106, 146],
    );
  }
  fillBox(picture, { x: 40, y: 300 - 190, width: 690, height: 2 }, [190, 60, 48]);
  fillBox(picture, { x: 40, y: 300, width: 690, height: 2 }, [60, 66, 76]);
  return pngOf(picture);
}

/** A sheet of paper out of a scanner: grey, a little dirty, lines of writing and a signature. */
function scannedSheet(dice: Dice): PdfScan {
  const width = dice.pick([425, 595, 850]);
  const height = Math.round((width * pageHeight) / pageWidth);
  const shades = Buffer.alloc(width * height);
  for (let place = 0; place < shades.length; place += 1) shades[place] = 236 + Math.floor(dice.roll() * 16);
  const ink = (x: number, y: number, across: number, down: number) => {
    for (let row = y; row < Math.min(height, y + down); row += 1)
      shades.fill(60 + dice.whole(0, 40), row * width + x, row * width + Math.min(width, x + across));
  };
  const unit = Math.round(width / 85);
  for (let y = unit * 24; y < height * 0.72; y += unit * 3) {
    for (let x = unit * 8; x < width * 0.85;) {
      const word = unit * dice.whole(2, 8);
      ink(x, y, Math.min(word, width - x), unit);
      x += word + unit;
    }
  }
  for (let step = 0; step < unit * 24; step += 1) {
    const y = Math.round(height * 0.84 + Math.sin(step / (unit * 1.3)) * unit * 3 + Math.sin(step / unit) * unit);
    ink(Math.round(width * 0.55) + step, y, 2, Math.max(2, unit / 3));
  }
  return { width, height, shades };
}

/** A signed sheet, scanned; its heading can still be read and searched as text. */
export function signedScan(title: string) {
  return (paper: Paper): Buffer => {
    const page = { marks: [], scan: scannedSheet(diceOfPaper(paper)) };
    writeText(page, 56, 64, title, { size: 20, bold: true });
    writeText(page, 56, 86, `${paper.number}   ${paper.day}   ${companyName}`);
    writeText(page, 56, 102, `${plainName(paper.supplier)}   ${paper.container}   ${paper.vessel}`);
    return pdfOf(`${title} ${paper.number}`, [page]);
  };
}
