import { type ComponentProps, Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'

const UnsavedGuard = lazyPart(async () => (await import('./unsaved-guard.tsx')).UnsavedGuard)

/** An `UnsavedGuard` whose code the first change loads, so that a page opens without its dialog. */
export function LazyUnsavedGuard(props: ComponentProps<typeof UnsavedGuard>) {
  const { unsaved } = props
  const [wasUnsaved, setWasUnsaved] = useState(unsaved)
  if (unsaved && !wasUnsaved) setWasUnsaved(true)
  if (!wasUnsaved) return null
  return (
    <Suspense fallback={null}>
      <UnsavedGuard {...props} />
    </Suspense>
  )
}
