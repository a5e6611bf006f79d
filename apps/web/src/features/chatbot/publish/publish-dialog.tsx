import { NOTE_MAX } from '@foyer/contracts/chatbot/flow-states.rules.ts'
import { Dialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { useSelector } from '@xstate/react'
import { CircleAlert, Upload } from 'lucide-react'
import { useEffect, useId } from 'react'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TickBox } from '../../../ui/tick-box.tsx'
import { useFocusBack } from '../../../ui/use-focus-back.ts'
import { missingOf, type PublishActor } from './publish.machine.ts'

interface PublishDialogProps {
  actor: PublishActor
  /** "Publish version 4" */
  verb: string
  /** "2 added, 1 changed"; null for a first version. */
  changes: string | null
  /** Why nothing is published now. */
  disabledReason: string | undefined
  onShow: (nodeId: string) => void
  onPublished: (number: number) => void
  onClose: () => void
}

/** Publishing: problems to mend, warnings to tick, and a note of what is new. */
export function PublishDialog(props: PublishDialogProps) {
  const { actor, verb, changes, disabledReason, onShow, onPublished, onClose } = props
  useFocusBack()
  const words = useId()
  const state = useSelector(actor, ({ value }) => value)
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const { findings, ticked, note, isTried, number, error } = context
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version is told once
  useEffect(() => {
    if (number !== null) onPublished(number)
  }, [number])
  const missing = missingOf(context)
  const warnings = findings.filter(({ severity }) => severity === 'warning')
  const errors = findings.filter(({ severity }) => severity === 'error')
  return (
    <Dialog open onClose={onClose} aria-describedby={words} className="relative z-(--z-drawer)">
      <DialogBackdrop className="fixed inset-0 bg-scrim" />
      <div className="fixed inset-0 flex items-end justify-center p-3 md:items-center">
        <DialogPanel className="scrollbar-quiet max-h-full w-[min(30rem,100%)] overflow-y-auto rounded-xl bg-surface p-5 text-ink shadow-sheet">
          <DialogTitle className="text-md font-semibold tracking-tight">{verb}</DialogTitle>
          <div id={words} className="mt-2 space-y-3 text-sm">
            {state === 'checking' && (
              <p role="status" className="text-muted">
                The draft is being checked.
              </p>
            )}
            {state === 'problems' && (
              <>
                <p role="alert" className="text-bad-text">
                  Mend these first. Nothing was published.
                </p>
                <ul aria-label="Problems" className="divide-y divide-line rounded-md border border-line">
                  {errors.map(({ code, message, nodeId }, place) => (
                    <li key={`${place} ${code}`}>
                      <button
                        type="button"
                        onClick={() => (nodeId === null ? onClose() : onShow(nodeId))}
                        className="focus-inset flex w-full items-start gap-2 px-3 py-2 text-left hover:bg-hover"
                      >
                        <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0 text-bad-text" />
                        {message}
                      </button>
                    </li>
                  ))}
                </ul>
              </>
            )}
            {state === 'refused' && (
              <p role="alert" className="text-bad-text">
                {failureMessage(error, { stale: 'Somebody saved a newer draft. Look at it, then publish.' })}
              </p>
            )}
            {(state === 'noting' || state === 'publishing') && (
              <>
                <p className="text-muted">
                  {changes === null
                    ? 'This is the first version. Patients meet it at once.'
                    : `Since the live version: ${changes}. Patients who are in it now keep theirs.`}
                </p>
                {warnings.length > 0 && (
                  <fieldset>
                    <legend className="font-medium">Publish all the same</legend>
                    {warnings.map((finding, place) => (
                      <TickBox
                        key={`${place} ${finding.code}`}
                        label={finding.message}
                        checked={ticked.includes(finding)}
                        onChange={(isTicked) => actor.send({ type: 'TICK', finding, isTicked })}
                      />
                    ))}
                  </fieldset>
                )}
                <TextArea
                  label="What is new"
                  help="Colleagues read it in the list of versions."
                  rows={3}
                  maxLength={NOTE_MAX}
                  value={note}
                  onChange={({ target }) => actor.send({ type: 'NOTE', note: target.value })}
                />
                {isTried && missing !== null && (
                  <p role="alert" className="text-bad-text">
                    {missing}
                  </p>
                )}
              </>
            )}
          </div>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button autoFocus onClick={onClose}>
              {state === 'problems' ? 'Back to the draft' : 'Cancel'}
            </Button>
            {state === 'refused' && <Button onClick={() => actor.send({ type: 'AGAIN' })}>Check again</Button>}
            {(state === 'noting' || state === 'publishing') && (
              <Button
                kind="primary"
                icon={Upload}
                busy={state === 'publishing'}
                disabledReason={disabledReason}
                onClick={() => actor.send({ type: 'PUBLISH' })}
              >
                {verb}
              </Button>
            )}
          </div>
        </DialogPanel>
      </div>
    </Dialog>
  )
}
