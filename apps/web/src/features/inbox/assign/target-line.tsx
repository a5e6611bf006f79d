import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { clsx } from 'clsx'
import { Check, UsersRound, UserX } from 'lucide-react'
import { useAttending } from '../../../parts/use-attending.ts'
import { StaffAvatar } from '../../../ui/staff-avatar.tsx'
import { isCurrent, nameOf, type Target } from './assign.rules.ts'
import type { Workload } from './use-workload.ts'

interface TargetLineProps {
  target: Target
  conversation: Conversation
  work: Workload
}

/** A colleague or a team: whether they are here, and how many open conversations they have. */
export function TargetLine({ target, conversation, work }: TargetLineProps) {
  const open = openOf(target, work)
  return (
    <>
      <Face target={target} />
      <span className="min-w-0 flex-1 truncate">
        <bdi>{nameOf(target)}</bdi>
        {target.kind === 'staff' && <Presence userId={target.to._id} />}
      </span>
      {open !== null && (
        <span className="num shrink-0 text-xs text-muted">
          <span className="sr-only">, </span>
          {open === 0 ? 'none open' : `${open} open`}
        </span>
      )}
      <Check
        aria-hidden
        size={15}
        className={clsx('shrink-0 text-link', !isCurrent(target, conversation) && 'invisible')}
      />
      {isCurrent(target, conversation) && <span className="sr-only">, assigned now</span>}
    </>
  )
}

/** Null while it is not known. */
function openOf(target: Target, { counts }: Workload): number | null {
  if (counts === null || !('to' in target)) return null
  return (target.kind === 'team' ? counts.teams : counts.staff)[target.to._id] ?? 0
}

function Face({ target }: { target: Target }) {
  const attending = useAttending()
  if (target.kind !== 'staff') {
    const Icon = target.kind === 'nobody' ? UserX : UsersRound
    return (
      <span aria-hidden className="grid size-6 shrink-0 place-items-center text-muted">
        <Icon size={16} strokeWidth={1.75} />
      </span>
    )
  }
  return (
    <span className="relative inline-flex shrink-0">
      <StaffAvatar name={target.to.name} />
      {attending.has(target.to._id) && (
        <span
          aria-hidden
          className="absolute -right-0.5 -bottom-0.5 size-2.5 rounded-full bg-ok-fill ring-2 ring-raised"
        />
      )}
    </span>
  )
}

/** The word beside the dot. */
function Presence({ userId }: { userId: string }) {
  const state = useAttending().get(userId)
  if (state === undefined) return null
  return <span className="text-xs text-muted">{state === 'replying' ? ' replying' : ' here'}</span>
}
