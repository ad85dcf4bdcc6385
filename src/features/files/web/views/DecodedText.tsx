import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { charsetOfType, decodeText } from '#features/extraction/charset.rules.ts';
import type { FileDetails } from '#features/files/core/versions.contract.ts';
import { textQuery } from '../preview/preview.data.ts';
import { Awaited } from '../preview/PreviewNotice.tsx';
import { CharsetSelect } from './CharsetSelect.tsx';

type Decoded = {
  text: string;
  isCut: boolean;
  /** The choice of another charset, if the text has letters for which it matters. */
  tools: ReactNode;
};
type Props = { file: FileDetails; children: (start: Decoded) => ReactNode };

/** Loads the first part of a text. Readers can choose another charset if the detected one is wrong. */
export function DecodedText({ file, children }: Props) {
  return (
    <Awaited query={useQuery(textQuery(file))}>
      {(start) => (
        <Chosen file={file} {...start}>
          {children}
        </Chosen>
      )}
    </Awaited>
  );
}

function Chosen({ file, bytes, isCut, children }: Props & { bytes: Uint8Array; isCut: boolean }) {
  const [charset, setCharset] = useState(charsetOfType(file.media_type) ?? 'utf-8');
  const text = useMemo(() => decodeText(bytes, charset, isCut), [bytes, charset, isCut]);
  const isPlain = useMemo(() => bytes.every((byte) => byte > 0 && byte < 128 && byte !== 27), [bytes]);
  const tools = isPlain ? undefined : <CharsetSelect value={charset} onChange={setCharset} />;
  return children({ text, isCut, tools });
}
