import type { Attendance } from '@foyer/contracts/live.ts'
import { useSelector } from '@xstate/react'
import { use, useMemo } from 'react'
import { connectionOf } from '../live/live.machine.ts'
import { Live } from './live-context.tsx'

/** The state of each colleague who has the organization open now; nobody while the connection is not live. */
export function useAttending(): ReadonlyMap<string, Attendance['staff'][number]['state']> {
  const live = use(Live)
  const staff = useSelector(live ?? undefined, (state) =>
    state !== undefined && connectionOf(state) === 'live' ? state.context.attendance : null,
  )
  return useMemo(() => new Map(staff?.map(({ _id, state }) => [_id, state])), [staff])
}
