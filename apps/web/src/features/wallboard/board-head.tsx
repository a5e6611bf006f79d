import { CloudOff, LoaderCircle, Maximize2, Minimize2, Radio, Server } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { timeOfDay } from '../../lib/time-labels.rules.ts'
import { useServices } from '../../parts/services.tsx'
import { useOffline } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { agoWords } from './board-view.rules.ts'
import { useSecond } from './use-second.ts'
import { useLastChange } from './use-wallboard.ts'

interface BoardHeadProps {
  readonly name: string
  readonly timezone: string
  readonly relays: { readonly of: number; readonly upToDate: number } | null
  readonly room: RefObject<HTMLElement | null>
  readonly state: string | undefined
  /** When the board was last current, if it is not now. */
  readonly asOf: Date | null
}

/** The clinic, whether the board is current, and the time. */
export function BoardHead({ name, timezone, relays, room, state, asOf }: BoardHeadProps) {
  const { clock } = useServices()
  const now = useSecond(clock)
  return (
    <header className="flex flex-wrap items-center gap-x-[1.5em] gap-y-[0.5em]">
      <div className="min-w-0 flex-1">
        <h1 className="text-[1.75em] font-semibold tracking-tight">Wallboard</h1>
        <p className="truncate text-muted">{name}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-[1.25em] gap-y-[0.25em] font-medium">
        {relays !== null && relays.of > 0 && (
          <p className="num flex items-center gap-[0.5em] text-muted" data-relays={`${relays.upToDate}/${relays.of}`}>
            <Server aria-hidden className="size-[1.2em]" strokeWidth={1.75} />
            Relays {relays.upToDate} of {relays.of}
          </p>
        )}
        <LastUpdate {...{ state, asOf, now, timezone }} />
        <time className="num narrow text-[2.5em] leading-none font-semibold tracking-tight">
          {timeOfDay(now, timezone)}
        </time>
        <FullScreen room={room} />
      </div>
    </header>
  )
}

interface LastUpdateProps extends Pick<BoardHeadProps, 'state' | 'asOf' | 'timezone'> {
  readonly now: Date
}

/** The top bar's sign says why; this one can be read from across the room, and in full screen. */
function LastUpdate({ state, asOf, now, timezone }: LastUpdateProps) {
  const offline = useOffline()
  const changedAt = useLastChange()
  if (state === 'live')
    return (
      <p className="num flex items-center gap-[0.5em] text-ok-text" data-update="live">
        <Radio aria-hidden className="size-[1.2em]" strokeWidth={1.75} />
        Live, {agoWords(now.getTime() - changedAt.getTime())}
      </p>
    )
  if (state === 'loading')
    return (
      <p className="flex items-center gap-[0.5em] text-muted" data-update="loading">
        <LoaderCircle aria-hidden className="size-[1.2em] animate-spin" />
        Catching up
      </p>
    )
  const since = asOf === null ? '' : `, as of ${timeOfDay(asOf, timezone)}`
  return (
    <p className="num flex items-center gap-[0.5em] text-warn-text" data-update="behind">
      <CloudOff aria-hidden className="size-[1.2em]" strokeWidth={1.75} />
      {offline ? 'Offline' : 'Reconnecting'}
      {since}
    </p>
  )
}

/** A browser without full screens, such as a phone's, has no button. */
function FullScreen({ room }: Pick<BoardHeadProps, 'room'>) {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const look = () => setIsFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  if (!document.fullscreenEnabled) return null
  const toggle = () => void (isFull ? document.exitFullscreen() : room.current?.requestFullscreen())
  return (
    <Button icon={isFull ? Minimize2 : Maximize2} onClick={toggle} className="pointer-coarse:h-11">
      {isFull ? 'Leave full screen' : 'Full screen'}
    </Button>
  )
}
