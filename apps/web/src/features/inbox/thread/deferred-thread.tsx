import { ChevronLeft } from 'lucide-react'
import { type ComponentProps, memo, Suspense } from 'react'
import { withQueries } from '../../../parts/with-queries.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type AbsentProps, lazyPart, SaidInPlace } from '../../../ui/lazy-part.tsx'
import { fetchOpening } from '../deferred-opening.ts'
import type { ThreadPane } from './thread-pane.tsx'

const load = () => withQueries(async () => (await import('./thread-pane.tsx')).ThreadPane)
// What moves in the list moves nothing here.
const LazyThread = memo(lazyPart(load, AbsentThread))

/** Asked for once, and not with each movement of the hand. */
let fetched = false

/** When the hand comes near the list. Should it fail, opening a conversation tries again. */
export function fetchThreadAhead(): void {
  if (fetched) return
  fetched = true
  Promise.all([load(), fetchOpening()]).catch(() => {
    fetched = false
  })
}

/** The list is the first thing on screen; the thread is a chunk of its own, which the first load does not wait for. */
export function DeferredThread(props: ComponentProps<typeof ThreadPane>) {
  return (
    <Suspense fallback={<div aria-hidden className="min-w-0 flex-1 bg-surface max-md:absolute max-md:inset-0" />}>
      <LazyThread {...props} />
    </Suspense>
  )
}

/** Its code could not be fetched: the list beside it works on, and what was begun elsewhere is kept. */
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
