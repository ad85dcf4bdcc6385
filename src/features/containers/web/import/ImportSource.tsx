import { containerImportContract } from '#features/containers/import/container-import.contract.ts';
import { importScreenTexts as texts } from '#features/containers/import/import-page.texts.ts';
import { SpreadsheetSource } from '#web/widgets/SpreadsheetSource.tsx';

type Props = { chosen: string | undefined; busy: boolean; onFile: (file: globalThis.File) => void };

/** Takes a file, or rows copied from a spreadsheet. */
export function ImportSource(props: Props) {
  return (
    <SpreadsheetSource
      texts={texts}
      template={containerImportContract.template.path}
      pastedName={texts.pasted}
      {...props}
    />
  );
}
