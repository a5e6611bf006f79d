import { RotateCw } from 'lucide-react'
import { type ComponentType, lazy, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { notifyNotFetched } from './notify.tsx'

export interface AbsentProps {
  /** Fetches it once more. */
  again: () => void
  /** Of a part that can be closed. */
  onClose?: () => void
}

/**
 * A part of the page that is a chunk of its own. Where it can't be fetched, offline or after a new version took its place,
 * the page around it stays as it is, with all that waits in it: only the part is missing, and says so.
 */
export function lazyPart<Part extends ComponentType<never>>(
  load: () => Promise<Part>,
  Absent: ComponentType<AbsentProps> = SaidAndClosed,
): Part {
  type Any = ComponentType<object>
  const anew = () =>
    lazy<Any>(async () => {
      try {
        return { default: (await load()) as unknown as Any }
      } catch {
        return { default: Missing }
      }
    })
  let part: Any = anew()

  function Missing(props: object) {
    const [Next, setNext] = useState<Any | null>(null)
    // What failed once is not failed for ever: whoever comes next fetches it again.
    useEffect(
      () => () => {
        part = anew()
      },
      [],
    )
    if (Next) return <Next {...props} />
    return (
      <Absent
        {...props}
        again={() => {
          part = anew()
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

/** For what opens over the page: it does not open. */
function SaidAndClosed({ onClose }: AbsentProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once
  useEffect(() => {
    notifyNotFetched()
    onClose?.()
  }, [])
  return null
}

/** For what has its place in the page. */
export function SaidInPlace({ again }: AbsentProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 px-4 py-3 text-sm text-muted">
      This part could not be fetched. If you are not offline, a new version may have come out.
      <Button size="sm" icon={RotateCw} onClick={again} className="pointer-coarse:h-11">
        Try again
      </Button>
      <Button size="sm" onClick={() => window.location.reload()} className="pointer-coarse:h-11">
        Reload the page
      </Button>
    </div>
  )
}
