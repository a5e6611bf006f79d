import { ChevronDown, UserCheck, UsersRound } from 'lucide-react'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { DeferredTrigger } from '../../../ui/deferred-trigger.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { assignedLabel, assignedWords } from './assign.rules.ts'
import type { AssignProps } from './assign-choices.tsx'

const load = () => import('./assign-panel.tsx')
const AssignPanel = lazyPart(async () => (await load()).AssignPanel)

/** [INBOX-06] Shows whose the conversation is, and opens the list to assign it. */
export function AssignButton(props: AssignProps) {
  const { staffAssigned, team } = props.conversation
  const current = useStaffName()
  const [assigned] = staffAssigned
  const isMine = assigned?._id === props.me._id
  const staff = assigned ? (isMine ? 'You' : current(assigned._id, assigned.name)) : null
  const ofTeam = team && current(team._id, team.name)
  const Icon = staff === null && ofTeam !== null ? UsersRound : UserCheck
  const look = {
    label: assignedLabel(staff, ofTeam),
    className:
      'inline-flex h-7 max-w-48 items-center gap-1.5 rounded-md border border-control bg-raised px-2 text-xs text-ink hover:bg-hover pointer-coarse:h-11',
    content: (
      <>
        <Icon aria-hidden size={14} className="shrink-0 text-muted" />
        <span className="min-w-0 flex-1 truncate text-left">{assignedWords(staff, ofTeam)}</span>
        <ChevronDown aria-hidden size={14} className="shrink-0 text-muted" />
      </>
    ),
  }
  return <DeferredTrigger {...look} popup="dialog" load={load} full={<AssignPanel {...look} {...props} />} />
}
