import { readyParts, startWords } from '@foyer/contracts/imports/import-counts.rules.ts'
import type { Import } from '@foyer/contracts/imports/imports.ts'
import { useSelector } from '@xstate/react'
import { Play, Square, Trash2, Upload } from 'lucide-react'
import { Suspense, useState } from 'react'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Link } from '../../../ui/link.tsx'
import type { ImportActor } from '../import.machine.ts'
import { expectedOf } from '../import.rules.ts'
import { fieldsWords, workWords } from '../import-words.rules.ts'
import { uploadKinds } from '../upload-kinds.rules.ts'
import { useImportCalls } from './use-import-calls.ts'

interface FootBarProps {
  actor: ImportActor
  told: Import
  onAnswer: (epoch: string, told: Import) => void
}

const EndDialog = lazyPart(async () => (await import('./end-dialog.tsx')).EndDialog)

/** The sentence about what will happen, and the button that does it. */
export function FootBar({ actor, told, onAnswer }: FootBarProps) {
  const [asked, setAsked] = useState<'stop' | 'discard' | null>(null)
  const offline = useOffline()
  const calls = useImportCalls(told, onAnswer)
  const { state } = told
  const isReviewed = state === 'review' || state === 'checking'
  const to = uploadKinds.find(({ sheet }) => sheet === told.kind)?.to ?? '/uploads'
  const off = offlineReason(offline, 'This')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2.5 max-md:py-2 md:px-6">
      <Sentence told={told} />
      <div className="flex flex-wrap items-center gap-2 max-md:w-full max-md:*:last:flex-1 max-md:[&>:last-child>button]:w-full">
        {isReviewed && (
          <Button kind="ghost" icon={Trash2} disabledReason={off} onClick={() => setAsked('discard')}>
            Discard
          </Button>
        )}
        <Link to={to} className={`${buttonLook('ghost', 'md')} max-md:hidden`}>
          Back
        </Link>
        {isReviewed && <StartButton {...{ actor, told, offline }} />}
        {state === 'importing' && (
          <Button icon={Square} disabledReason={off} onClick={() => setAsked('stop')}>
            Stop
          </Button>
        )}
        {state === 'stopped' && (
          <Button kind="primary" icon={Play} busy={calls.isBusy} disabledReason={off} onClick={calls.resume}>
            Resume the import
          </Button>
        )}
      </div>
      {((asked === 'discard' && isReviewed) || (asked === 'stop' && state === 'importing')) && (
        <Suspense fallback={null}>
          <EndDialog {...{ told, calls }} ends={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </div>
  )
}

function StartButton({ actor, told, offline }: { actor: ImportActor; told: Import; offline: boolean }) {
  // Cells that are being saved are saved before the question.
  const isCalling = useSelector(
    actor,
    (state) => state.hasTag('calling') && !state.matches({ following: { review: 'mending' } }),
  )
  const refused = useSelector(actor, ({ context }) => context.refused.size)
  const { state, kind, counts, blockedBy } = told
  const why =
    offlineReason(offline, 'Importing') ??
    (state === 'checking' ? 'The rows are being checked.' : undefined) ??
    (blockedBy.length > 0 ? `No column gives ${fieldsWords(kind, blockedBy)}.` : undefined) ??
    (counts.ready === 0 ? 'No row is ready.' : undefined) ??
    (refused > 0 ? 'A change is not saved. Try again, or dismiss it.' : undefined)
  return (
    <Button
      kind="primary"
      icon={Upload}
      busy={isCalling && why === undefined}
      disabledReason={why}
      onClick={() => actor.send({ type: 'ask' })}
    >
      {startWords(expectedOf(told))}
    </Button>
  )
}

function Sentence({ told }: { told: Import }) {
  const { kind, state, counts, plan } = told
  if (state !== 'review') return <p className="num min-w-0 text-sm text-muted">{workWords(told)}</p>
  const share = (part: number) => ({ width: `${counts.total === 0 ? 0 : (part / counts.total) * 100}%` })
  return (
    <div className="min-w-0 flex-1 basis-80">
      <div aria-hidden className="flex h-2 max-w-90 gap-0.5 overflow-hidden rounded-sm bg-press">
        <span className="bg-ok-fill" style={share(counts.ready)} />
        <span className="bg-bad-fill" style={share(counts.errors)} />
      </div>
      <p role="status" className="num mt-1 text-sm text-muted">
        {readyParts(kind, counts, plan).map(({ text, isStrong }, at) =>
          isStrong ? (
            <strong key={at} className={at > 1 ? 'font-semibold text-bad-text' : 'font-semibold text-ink'}>
              {text}
            </strong>
          ) : (
            <span key={at}>{text}</span>
          ),
        )}
      </p>
    </div>
  )
}
