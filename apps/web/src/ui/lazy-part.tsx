import { RotateCw } from 'lucide-react'
import { type ComponentType, lazy, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { notifyLoadFailed } from './notify.tsx'

export interface AbsentProps {
  /** Loads the part again. */
  again: () => void
  /** For a part that can be closed. */
  onClose?: () => void
}

/**
 * A component that is a chunk of its own. If its code can't be loaded, offline or after a deployment, the page around
 * it stays with all unsent input: only the component is missing, and says so.
 */
export function lazyPart<Part extends ComponentType<never>>(
  load: () => Promise<Part>,
  Absent: ComponentType<AbsentProps> = NoticeAndClose,
): Part {
  type Any = ComponentType<object>
  const createLazy = () =>
    lazy<Any>(async () => {
      try {
        return { default: (await load()) as unknown as Any }
      } catch {
        return { default: Missing }
      }
    })
  let part: Any = createLazy()

  function Missing(props: object) {
    const [Next, setNext] = useState<Any | null>(null)
    // The next mount loads the part again, because a failure may be temporary.
    useEffect(
      () => () => {
        part = createLazy()
      },
      [],
    )
    if (Next) return <Next {...props} />
    return (
      <Absent
        {...props}
        again={() => {
          part = createLazy()
          setNext(() => part)
        }}
      />
    )
  }

  function LazyPart(props: object) {
    const [Shown] = useState(() => part)
    return <Shown {...props} />
  }
  return LazyPart as unknown as Part
}

/** For a part that opens over the page: shows a notice, and closes the part. */
function NoticeAndClose({ onClose }: AbsentProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the notice is shown once
  useEffect(() => {
    notifyLoadFailed()
    onClose?.()
  }, [])
  return null
}

/** For a part inside the page: shows the error in its place. */
export function SaidInPlace({ again }: AbsentProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 px-4 py-3 text-sm text-muted">
      This part couldn’t be loaded. If you’re online, there may be a new version.
      <Button size="sm" icon={RotateCw} onClick={again} className="pointer-coarse:h-11">
        Try again
      </Button>
      <Button size="sm" onClick={() => window.location.reload()} className="pointer-coarse:h-11">
        Reload the page
      </Button>
    </div>
  )
}
