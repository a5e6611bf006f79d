import { boardOf } from '@foyer/contracts/board/board.rules.ts'
import { clsx } from 'clsx'
import { useMemo, useRef } from 'react'
import { useNow } from '../../lib/use-now.ts'
import { QueryState } from '../../parts/query-state.tsx'
import { useServices } from '../../parts/services.tsx'
import { useAttending } from '../../parts/use-attending.ts'
import { useColleagues } from '../../parts/use-colleagues.ts'
import { useOpenTime } from '../../parts/use-open-time.ts'
import { Skeleton, SkeletonBar } from '../../ui/skeleton.tsx'
import { BoardHead } from './board-head.tsx'
import { onShift, requestGroups, USUAL_BOUNDS, waitingRows } from './board-view.rules.ts'
import { DayFigures } from './day-figures.tsx'
import { FiveCounts } from './five-counts.tsx'
import { LongestWaits } from './longest-waits.tsx'
import { OnShiftList } from './on-shift-list.tsx'
import { type BoardFrame, useBoard, useFrame } from './use-board.ts'
import { type OnStart, useWallboard } from './use-wallboard.ts'
import { WaitingByRequest } from './waiting-by-request.tsx'

interface Organization {
  readonly _id: string
  readonly name: string
  readonly timezone: string
}

interface WallboardScreenProps {
  readonly organization: Organization
  /** The gallery hears of the machine here. */
  readonly onStart?: OnStart
}

/** Always dark, because it hangs on a wall; the rest of the page keeps its theme. */
export function WallboardScreen({ organization, onStart }: WallboardScreenProps) {
  const organizationId = organization._id
  const board = useBoard(organizationId)
  const { frame, relays } = useFrame(organizationId, board.tally)
  // Before the first reading the session knows the clinic.
  const { name, timezone } = frame?.organization ?? organization
  // A remembered board is of an earlier visit to this page: it is shown, but it is not what the reading brought.
  const isRemembered = board.rememberedAt !== null
  const isRead = board.data !== undefined && !isRemembered
  const { state, asOf } = useWallboard({ isRead, isFailed: board.isError || isRemembered }, onStart)
  const room = useRef<HTMLDivElement>(null)
  const isDimmed = state === 'behind' || state === 'unavailable'
  return (
    <div
      ref={room}
      data-theme="dark"
      data-moment="live"
      className="scrollbar-quiet @container min-h-0 flex-1 overflow-y-auto bg-canvas text-ink"
    >
      <div className="flex min-h-full flex-col gap-[1.5em] p-[1.5em] text-[clamp(0.8125rem,min(1.15cqi,1.58svh),1.75rem)] leading-tight">
        <BoardHead {...{ name, timezone, relays, room, state, asOf: board.rememberedAt ?? asOf }} />
        <QueryState query={board} what="The wallboard" skeleton={<BoardSkeleton />}>
          {(items) => (
            <div className={clsx('flex flex-1 flex-col gap-[1.5em]', isDimmed && 'opacity-70')}>
              <BoardBody {...{ items, organizationId, timezone, frame }} moreWait={board.tally?.moreWait ?? false} />
            </div>
          )}
        </QueryState>
      </div>
    </div>
  )
}

interface BodyProps {
  readonly items: NonNullable<ReturnType<typeof useBoard>['data']>
  readonly organizationId: string
  readonly timezone: string
  readonly frame: BoardFrame | undefined
  readonly moreWait: boolean
}

function BoardBody({ items, organizationId, timezone, frame, moreWait }: BodyProps) {
  const { clock } = useServices()
  const now = useNow(clock)
  const clinic = useOpenTime(organizationId, timezone)
  const { names } = useColleagues(organizationId)
  const attending = useAttending()
  const bounds = frame?.settings ?? USUAL_BOUNDS
  const board = useMemo(() => boardOf(items), [items])
  const waiting = useMemo(
    () => (clinic === null ? null : waitingRows(board, { now, clinic, names, bounds })),
    [board, now, clinic, names, bounds],
  )
  if (waiting === null) return <BoardSkeleton />
  return (
    <>
      <FiveCounts first={frame?.counts} />
      <div className="grid flex-1 gap-[2em] @4xl:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)]">
        <WaitingByRequest groups={requestGroups(waiting)} total={waiting.length} {...{ moreWait, bounds }} />
        <div className="flex min-w-0 flex-col gap-[1.5em]">
          <LongestWaits rows={waiting} />
          <DayFigures day={board.day} first={frame?.counts} />
        </div>
      </div>
      <OnShiftList desks={onShift(board, { attending, timezone, names })} />
    </>
  )
}

function BoardSkeleton() {
  return (
    <Skeleton label="Loading: The wallboard">
      <div className="grid gap-[2em] @4xl:grid-cols-2">
        {[0, 1].map((column) => (
          <div key={column} className="space-y-[1.2em]">
            <SkeletonBar className="h-[5em] w-3/5" />
            {[0, 1, 2, 3].map((row) => (
              <SkeletonBar key={row} className="h-[2em] w-full" />
            ))}
          </div>
        ))}
      </div>
    </Skeleton>
  )
}
