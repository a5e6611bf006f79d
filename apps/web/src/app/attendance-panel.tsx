import { StaffAvatar } from '../ui/staff-avatar.tsx'
import type { Attendee } from './attendance.rules.ts'

/** The names and states of the colleagues who are here. */
export function AttendancePanel({ attendees }: { attendees: readonly Attendee[] }) {
  return (
    <>
      <h2 className="px-4 pt-3 pb-1 text-sm font-semibold">Who is here</h2>
      <ul aria-label="Colleagues who are here" className="pb-2">
        {attendees.map(({ _id, name, isReplying }) => (
          <li key={_id} className="flex min-h-9 items-center gap-2.5 px-4 py-1 text-sm">
            <StaffAvatar name={name} />
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            <span className={isReplying ? 'font-medium text-link' : 'text-muted'}>
              {isReplying ? 'Replying' : 'Here'}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
