import { type ComponentProps, lazy, Suspense } from 'react'
import { withQueries } from '../../../parts/with-queries.tsx'
import { fetchOpening } from '../deferred-opening.ts'
import type { ThreadPane } from './thread-pane.tsx'

const load = () => withQueries(async () => (await import('./thread-pane.tsx')).ThreadPane)
const LazyThread = lazy(load)

/** When the hand comes near the list. Should it fail, opening a conversation tries again. */
export function fetchThreadAhead(): void {
  load().catch(() => undefined)
  fetchOpening().catch(() => undefined)
}

/** The list is the first thing on screen; the thread is a chunk of its own, which the first load does not wait for. */
export function DeferredThread(props: ComponentProps<typeof ThreadPane>) {
  return (
    <Suspense fallback={<div aria-hidden className="min-w-0 flex-1 bg-surface max-md:absolute max-md:inset-0" />}>
      <LazyThread {...props} />
    </Suspense>
  )
}
