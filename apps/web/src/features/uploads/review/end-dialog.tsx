import type { Import } from '@foyer/contracts/imports/imports.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { number, rowsWords } from '../import-words.rules.ts'
import type { useImportCalls } from './use-import-calls.ts'

interface EndDialogProps {
  ends: 'stop' | 'discard'
  told: Import
  calls: ReturnType<typeof useImportCalls>
  onClose: () => void
}

/** The question before an import is stopped or its file is discarded. */
export function EndDialog({ ends, told, calls, onClose }: EndDialogProps) {
  const { counts, progress, fileName } = told
  const shared = { danger: true, busy: calls.isBusy, error: calls.problem, onClose }
  if (ends === 'discard')
    return (
      <ConfirmDialog
        {...shared}
        title={`Discard ${fileName}?`}
        confirm="Discard the file"
        onConfirm={() => calls.discard(onClose)}
      >
        <p>{`The file and its ${rowsWords(counts.total)} are removed, with what was fixed in them. Nothing is imported.`}</p>
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      {...shared}
      title="Stop the import?"
      confirm="Stop the import"
      cancel="Let it go on"
      onConfirm={() => calls.stop(onClose)}
    >
      <p>{`${rowsWords(progress?.done ?? 0)} of ${number(counts.ready)} are in and stay in. You can resume it later.`}</p>
    </ConfirmDialog>
  )
}
