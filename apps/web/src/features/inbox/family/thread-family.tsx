import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { usePatientsOfNumber } from '../panel/patients.queries.ts'
import type { ThreadActor } from '../thread/thread.machine.ts'
import {
  type FamilyFacts,
  type Lane,
  laneAmong,
  marksOf,
  memberNames,
  type UnclearReply,
  unclearReplies,
} from './family.rules.ts'
import { LaneTabs } from './lane-tabs.tsx'
import { UnclearReplyNotice } from './unclear-reply.tsx'
import { useFamily } from './use-family.ts'
import { useSettle } from './use-settle.ts'

interface ThreadFamilyProps {
  conversation: Conversation
  thread: ThreadActor
  lane: Lane
  now: Date
  timezone: string
  offline: boolean
  onLane: (lane: Lane) => void
  /** Receives what the bubbles and the composer show of the family. */
  onFamily: (facts: FamilyFacts) => void
}

/**
 * The replies that are not clear, and the lanes of those who share the number. A conversation that is nobody's yet has those
 * of its number.
 */
export function ThreadFamily(props: ThreadFamilyProps) {
  const { patientId } = props.conversation
  return patientId === null ? <OfNumber {...props} /> : <OfPatient {...props} patientId={patientId} />
}

function OfNumber(props: ThreadFamilyProps) {
  const { data: [first] = [] } = usePatientsOfNumber(props.conversation)
  return first === undefined ? null : <OfPatient {...props} patientId={first._id} />
}

function OfPatient({ conversation, patientId, thread, lane, ...view }: ThreadFamilyProps & { patientId: string }) {
  const { now, timezone, offline, onLane, onFamily } = view
  const { organizationId } = conversation
  const { data, tally, put, isError, refetch } = useFamily(conversation, patientId)
  const settling = useSettle({ organizationId, timezone, onChanged: put })
  const members = tally?.members
  const today = dayIn(now, timezone)
  const names = useMemo(() => memberNames(members ?? []), [members])
  const visits = useMemo(() => data?.filter((visit) => names.has(visit.patientId)) ?? [], [data, names])
  const marks = useMemo(() => marksOf(visits, names, today), [visits, names, today])
  const unclear = useMemo(() => unclearReplies(visits), [visits])
  const shared = useMemo(() => ((members?.length ?? 0) > 1 ? (members ?? []) : []), [members])
  useEffect(() => onFamily({ members: shared, marks }), [onFamily, shared, marks])

  const reason = offlineReason(offline)
  return (
    <div className="shrink-0 divide-y divide-line border-b border-line empty:hidden">
      {isError && <NotLoaded onRetry={refetch} />}
      {unclear.map((reply) => (
        <Unclear key={reply.messageId} {...{ reply, thread, names, today, settling, reason }} />
      ))}
      {shared.length > 0 && <LaneTabs members={shared} lane={laneAmong(lane, shared)} onLane={onLane} />}
    </div>
  )
}

type UnclearProps = Omit<Parameters<typeof UnclearReplyNotice>[0], 'text'> & {
  reply: UnclearReply
  thread: ThreadActor
}

/** A component of its own, because only it renders again when the words are loaded. */
function Unclear({ thread, ...props }: UnclearProps) {
  const { messageId } = props.reply
  const text = useSelector(thread, ({ context }) => context.messages.find(({ _id }) => _id === messageId)?.message)
  return <UnclearReplyNotice {...props} text={text} />
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 px-4 py-1.5 text-sm text-bad-text">
      <p className="min-w-0 flex-1">The visits and who shares this number did not load.</p>
      <Button size="sm" onClick={onRetry} className="pointer-coarse:h-11">
        Load again
      </Button>
    </div>
  )
}
