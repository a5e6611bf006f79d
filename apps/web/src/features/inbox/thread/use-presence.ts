import { useSelector } from '@xstate/react'
import { presenceSentence } from '../../../lib/staff-names.rules.ts'
import { connectionOf } from '../../../live/live.machine.ts'
import { useLive } from '../../../parts/live-context.tsx'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import type { ThreadActor } from './thread.machine.ts'

/** The other users in the open conversation: "Dana is viewing". While the connection isn't live, none are shown. */
export function usePresence(thread: ThreadActor | null, colleagues: readonly Colleague[]) {
  const current = useSelector(useLive(), (state) => connectionOf(state) === 'live')
  const here = useSelector(thread ?? undefined, (state) => state?.context.present)
  const present = (current && here) || []
  const named = (state?: 'replying') =>
    present
      .filter((one) => state === undefined || one.state === state)
      .map(({ _id }) => colleagues.find((colleague) => colleague._id === _id)?.name ?? 'A colleague')
  const viewers = named()
  const writers = named('replying')
  return {
    viewing: presenceSentence(viewers, 'viewing'),
    viewer: viewers[0] ?? null,
    replying: presenceSentence(writers, 'writing a reply'),
    writer: writers[0] ?? null,
  }
}
