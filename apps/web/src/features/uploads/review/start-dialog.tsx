import { readySentence, startWords } from '@foyer/contracts/imports/import-counts.rules.ts'
import type { Import } from '@foyer/contracts/imports/imports.ts'
import { useSelector } from '@xstate/react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { ImportActor } from '../import.machine.ts'
import { expectedOf } from '../import.rules.ts'
import { rowsWords } from '../import-words.rules.ts'
import { uploadFailure } from '../upload-failure.rules.ts'

interface StartDialogProps {
  actor: ImportActor
  told: Import
  disabledReason: string | undefined
}

/** The question before the start. Its button says what happens, and exactly that happens. */
export function StartDialog({ actor, told, disabledReason }: StartDialogProps) {
  const isSaving = useSelector(actor, (state) => state.matches({ following: { review: 'mending' } }))
  const isStarting = useSelector(actor, (state) => state.matches({ following: { review: { confirming: 'starting' } } }))
  const { isStale, error } = useSelector(actor, ({ context }) => context)
  const { kind, counts, plan } = told
  const out = counts.errors + counts.skipped
  return (
    <ConfirmDialog
      title={`Import ${rowsWords(counts.ready)}?`}
      confirm={startWords(expectedOf(told))}
      busy={isSaving || isStarting}
      disabledReason={disabledReason ?? (counts.ready === 0 ? 'No row is ready.' : undefined)}
      error={error === null ? null : uploadFailure(error)}
      onConfirm={() => actor.send({ type: 'confirm' })}
      onClose={() => actor.send({ type: 'close' })}
    >
      {isSaving && <p role="status">Your last change is being saved. The numbers may still change.</p>}
      {isStale && (
        <p role="alert" className="font-medium text-warn-text">
          The numbers have changed since you looked. Nothing was imported.
        </p>
      )}
      <p>{readySentence(kind, counts, plan)}</p>
      {out > 0 && <p>{`${rowsWords(out)} ${out === 1 ? 'stays' : 'stay'} out. You can download them afterwards.`}</p>}
    </ConfirmDialog>
  )
}
