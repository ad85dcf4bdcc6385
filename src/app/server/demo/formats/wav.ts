const samplesPerSecond = 16_000;

export type Tone = { hertz: number; seconds: number };

/** Sound of one channel, 16 bits a sample: tones one after another, each fading away. */
export function wavOf(tones: readonly Tone[]): Buffer {
  const sound = Buffer.concat(tones.map(samplesOf));
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + sound.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(samplesPerSecond, 24);
  head.writeUInt32LE(samplesPerSecond * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(sound.length, 40);
  return Buffer.concat([head, sound]);
}

function samplesOf({ hertz, seconds }: Tone): Buffer {
  const count = Math.round(seconds * samplesPerSecond);
  const samples = Buffer.alloc(count * 2);
  for (let place = 0; place < count; place += 1) {
    const fading = Math.exp((-4 * place) / count);
    samples.writeInt16LE(
      Math.round(9_000 * fading * Math.sin((2 * Math.PI * hertz * place) / samplesPerSecond)),
      place * 2,
    );
  }
  return samples;
}
