import type { AppointmentHistoryEntry } from '@foyer/contracts/appointments/appointment.ts'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { useStaffName } from '../staff-names.tsx'
import { authorOf, changeWords } from './history-words.rules.ts'

interface HistorySectionProps {
  /** Oldest first. */
  history: readonly AppointmentHistoryEntry[]
  now: Date
  timezone: string
}

/** What happened to the visit, newest first. */
export function HistorySection({ history, now, timezone }: HistorySectionProps) {
  const staffName = useStaffName()
  return (
    <section aria-labelledby="visit-history" className="px-4 py-3">
      <h3 id="visit-history" className="text-sm font-semibold">
        History
      </h3>
      {history.length === 0 && <p className="mt-1 text-xs text-muted">Nothing has happened to this visit yet.</p>}
      <ol aria-labelledby="visit-history" className="mt-1 space-y-2 text-sm">
        {[...history].reverse().map((entry) => {
          const author = entry.user === null ? authorOf(entry) : staffName(entry.user, entry.userName)
          return (
            <li key={entry.position}>
              <p className="wrap-anywhere">{changeWords(entry.change, now, timezone)}</p>
              <p className="text-xs text-muted">
                <time dateTime={entry.at}>{momentLabel(entry.at, now, timezone)}</time>
                {author !== null && (
                  <>
                    {', '}
                    <bdi>{author}</bdi>
                  </>
                )}
              </p>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
