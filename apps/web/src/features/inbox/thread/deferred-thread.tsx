import { ChevronLeft } from 'lucide-react'
import { type ComponentProps, memo, Suspense } from 'react'
import { withQueries } from '../../../parts/with-queries.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type AbsentProps, lazyPart, SaidInPlace } from '../../../ui/lazy-part.tsx'
import { fetchOpening } from '../deferred-opening.ts'
import type { ThreadPane } from './thread-pane.tsx'

const load = () => withQueries(async () => (await import('./thread-pane.tsx')).ThreadPane)
// Memoized, so that changes of the list don't render the thread.
const LazyThread = memo(lazyPart(load, AbsentThread))

/** Set once the chunk was requested, so that pointer movements request it only once. */
let fetched = false

/** Loads the thread's chunk when the pointer comes near the list. If that fails, opening a conversation tries again. */
export function fetchThreadAhead(): void {
  if (fetched) return
  fetched = true
  Promise.all([load(), fetchOpening()]).catch(() => {
    fetched = false
  })
}

/**
 * Loads the thread as a chunk of its own. The list is the first thing on screen, and the first load does not wait
 * for the thread.
 */
export function DeferredThread(props: ComponentProps<typeof ThreadPane>) {
  return (
    <Suspense fallback={<div aria-hidden className="min-w-0 flex-1 bg-surface max-md:absolute max-md:inset-0" />}>
      <LazyThread {...props} />
    </Suspense>
  )
}

/** The thread's code could not be loaded. The list beside it keeps working, and drafts are kept. */
export function AbsentThread({ again, onBack }: Pick<AbsentProps, 'again'> & { onBack?: () => void }) {
  return (
    <section
      aria-label="Conversation"
      data-pane="thread"
      className="min-w-0 flex-1 bg-surface max-md:absolute max-md:inset-0"
    >
      {onBack && (
        <div className="p-1.5 md:hidden">
          <IconButton icon={ChevronLeft} label="Back to the list" size="touch" onClick={onBack} />
        </div>
      )}
      <SaidInPlace again={again} />
    </section>
  )
}
