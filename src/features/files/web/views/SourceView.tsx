import type { FileDetails } from '#features/files/core/versions.contract.ts';
import { DecodedText } from './DecodedText.tsx';
import { DerivedView } from './DerivedView.tsx';
import { useLook } from './LookControl.tsx';
import { TextLines } from './TextView.tsx';

/** The page of a text such as HTML, a drawing, a calendar or contacts, or its source. */
export function SourceView({ file }: { file: FileDetails }) {
  const { look, control } = useLook();
  const source = (
    <DecodedText file={file}>
      {({ tools, ...start }) => (
        <TextLines
          file={file}
          {...start}
          tools={
            <>
              {look === 'source' && control}
              {tools}
            </>
          }
        />
      )}
    </DecodedText>
  );
  return look === 'source' ? source : <DerivedView file={file} tools={control} other={source} />;
}
