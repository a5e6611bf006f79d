import { CircleAlert, CloudOff, RotateCw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Skeleton, SkeletonBar } from '../../ui/skeleton.tsx'
import { countWords, type Section } from './command-bar.rules.ts'

interface BarNotesProps {
  /** The state of the bar's machine. */
  state: 'resting' | 'settling' | 'searching' | 'found' | 'failed' | 'offline'
  typed: string
  sections: readonly Section[]
  onRetry: () => void
}

/** The note below the results: searching, no match, failed or offline. */
export function BarNotes({ state, typed, sections, onRetry }: BarNotesProps) {
  const looking = state === 'settling' || state === 'searching'
  const nothing = state === 'found' && sections.length === 0
  return (
    <>
      {looking && <Looking />}
      {state === 'failed' && <LookUpFailed onRetry={onRetry} />}
      {state === 'offline' && (
        <p role="status" className="flex items-start gap-2 px-2.5 py-2 text-sm text-muted">
          <CloudOff aria-hidden size={16} className="mt-0.5 shrink-0" />
          You are offline. Patients and conversations are looked up when you are back.
        </p>
      )}
      <p role="status" className={nothing ? 'px-2.5 py-6 text-center text-sm text-muted' : 'sr-only'}>
        {nothing ? `Nothing matches “${typed.trim()}”. Try a name, a phone number or an MRN.` : null}
        {state === 'found' && !nothing ? countWords(sections) : null}
      </p>
    </>
  )
}

function Looking() {
  return (
    <Skeleton label="Looking up patients and conversations">
      {['w-40', 'w-52', 'w-36'].map((width) => (
        <div key={width} className="flex h-10 items-center gap-3 px-2.5">
          <SkeletonBar className="h-6 w-4.5" />
          <SkeletonBar className={`h-3 ${width}`} />
        </div>
      ))}
    </Skeleton>
  )
}

function LookUpFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="mt-1 rounded-md border border-bad-line bg-bad px-3 py-2.5">
      <p className="flex items-start gap-1.5 text-sm text-bad-text">
        <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
        Patients and conversations could not be looked up.
      </p>
      <Button size="sm" icon={RotateCw} onClick={onRetry} className="mt-2 pointer-coarse:h-11">
        Try again
      </Button>
    </div>
  )
}
