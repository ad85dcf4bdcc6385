import { importScreenTexts as texts } from '#features/containers/container-import-screen.texts.ts';
import { containerImportContract } from '#features/containers/container-import.contract.ts';
import type { ReadFile } from '#features/containers/container-import.contract.ts';
import { useAction } from '#web/use-action.ts';
import { SpreadsheetSource } from '#web/widgets/SpreadsheetSource.tsx';

/** Takes a file, or cells copied from a spreadsheet. */
export function ImportSource({ chosen, onRead }: { chosen: string | undefined; onRead: (file: ReadFile) => void }) {
  const read = useAction(containerImportContract.read, {
    failed: texts.readFailed,
    preferServerMessage: true,
    onSuccess: onRead,
  });
  return (
    <SpreadsheetSource
      texts={texts}
      template={containerImportContract.template.path}
      pastedName={texts.pasted}
      chosen={chosen}
      busy={read.busy}
      onFile={(file) => void read.run({}, { files: [file] })}
    />
  );
}
