import type { Attendance } from '@foyer/contracts/live.ts'
import { useSelector } from '@xstate/react'
import { clsx } from 'clsx'
import { PencilLine, Users } from 'lucide-react'
import { use, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { LiveActor } from '../live/live.machine.ts'
import { connectionOf } from '../live/live.machine.ts'
import { Live } from '../parts/live-context.tsx'
import { useActiveOrganization, useApp } from '../parts/services.tsx'
import { useColleagues } from '../parts/use-colleagues.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Popover } from '../ui/popover.tsx'
import { StaffAvatar } from '../ui/staff-avatar.tsx'
import { type Attendee, attendanceWords, attendeesOf, FACES } from './attendance.rules.ts'

const load = () => import('./attendance-panel.tsx')
const AttendancePanel = lazyPart(async () => (await load()).AttendancePanel)

/** The colleagues who have the organization open now; nobody while the connection is not live. */
export function AttendanceFaces() {
  const live = use(Live)
  const organization = useActiveOrganization()
  const userId = useSnapshot(useApp().mainContext).user?._id
  if (live === null || organization === null || userId === undefined) return null
  return <Attending key={organization._id} {...{ live, organizationId: organization._id, userId }} />
}

interface AttendingProps {
  live: LiveActor
  organizationId: string
  userId: string
}

/** The names are read once somebody is here. */
function Attending({ live, ...whose }: AttendingProps) {
  const staff = useSelector(live, (state) => (connectionOf(state) === 'live' ? state.context.attendance : null))
  if (!staff?.some(({ _id }) => _id !== whose.userId)) return null
  return <Faces staff={staff} {...whose} />
}

interface FacesProps extends Omit<AttendingProps, 'live'> {
  staff: Attendance['staff']
}

function Faces({ staff, organizationId, userId }: FacesProps) {
  const { names } = useColleagues(organizationId)
  const attendees = useMemo(() => attendeesOf(staff, names, userId), [staff, names, userId])
  return (
    <Popover
      label={attendanceWords(attendees)}
      namedByContent
      tip
      title="Who is here"
      className="flex h-8 min-w-8 shrink-0 items-center justify-center rounded-md px-1 text-xs font-medium text-muted hover:bg-press pointer-coarse:h-11 pointer-coarse:min-w-11"
      load={load}
      content={
        <>
          <span className="sr-only">{attendanceWords(attendees)}</span>
          <span aria-hidden className="flex items-center gap-1 lg:hidden">
            <Users size={15} strokeWidth={1.75} />
            <span className="num">{attendees.length}</span>
          </span>
          <span aria-hidden className="flex items-center max-lg:hidden">
            {attendees.slice(0, FACES).map((attendee) => (
              <Face key={attendee._id} attendee={attendee} />
            ))}
            {attendees.length > FACES && (
              <span className="num -ml-1 inline-grid h-6 min-w-6 place-items-center rounded-full bg-surface px-1 ring-2 ring-canvas">
                +{attendees.length - FACES}
              </span>
            )}
          </span>
        </>
      }
    >
      {() => <AttendancePanel attendees={attendees} />}
    </Popover>
  )
}

function Face({ attendee: { name, isReplying } }: { attendee: Attendee }) {
  return (
    <span
      className={clsx('relative -ml-1 inline-flex rounded-full ring-2 ring-canvas first:ml-0', isReplying && 'z-1')}
    >
      <StaffAvatar name={name} />
      {isReplying && <ReplyingMark className="absolute -right-0.5 -bottom-0.5" />}
    </span>
  )
}

/** The mark of a colleague who is replying to a patient; the word stands beside it or in the control's name. */
function ReplyingMark({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx('inline-grid size-3 place-items-center rounded-full bg-accent text-on-accent', className)}
    >
      <PencilLine size={8} strokeWidth={2.5} />
    </span>
  )
}
