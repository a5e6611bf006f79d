import type { AuditEntry } from '@foyer/contracts/main/audit.ts'
import { CircleCheck, CircleSlash, Hourglass, LockKeyhole } from 'lucide-react'
import { useParts } from '../../../parts/parts.tsx'
import { Button } from '../../../ui/button.tsx'
import { momentLabel } from '../times.rules.ts'
import { auditWords, outcomeWords, whoWords } from './audit-words.rules.ts'

interface AuditListProps {
  entries: readonly AuditEntry[]
  timezone: string
  hasMore: boolean
  busy: boolean
  failed: boolean
  onMore: () => void
}

/** The columns stand below one another where there is no room beside. */
const COLUMNS = 'lg:grid lg:grid-cols-[9.5rem_minmax(0,1fr)_minmax(0,1.5fr)_7.5rem_7.5rem] lg:items-start lg:gap-x-3'

export function AuditList({ entries, timezone, hasMore, busy, failed, onMore }: AuditListProps) {
  const { clock } = useParts()
  const now = clock.now()
  return (
    <>
      <div aria-hidden className={`narrow hidden px-5 py-2.5 text-xs font-medium text-muted ${COLUMNS}`}>
        <span>When</span>
        <span>Who</span>
        <span>What</span>
        <span>Outcome</span>
        <span>Sealed</span>
      </div>
      <ul aria-label="Audit" className="divide-y divide-line">
        {entries.map((entry) => (
          <AuditRow key={entry._id} {...{ entry, now, timezone }} />
        ))}
      </ul>
      <div className="flex flex-col items-center gap-1.5 px-4 py-4 text-sm text-muted">
        {failed && (
          <p role="alert" className="text-bad-text">
            More did not load
          </p>
        )}
        {hasMore ? (
          <Button size="sm" busy={busy} onClick={onMore}>
            {failed ? 'Load again' : 'Load more'}
          </Button>
        ) : (
          <p>That is everything</p>
        )}
      </div>
    </>
  )
}

function AuditRow({ entry, now, timezone }: { entry: AuditEntry; now: Date; timezone: string }) {
  const { at, call, outcome, sealed } = entry
  const isDone = outcome === 'ok'
  const Outcome = isDone ? CircleCheck : CircleSlash
  const Seal = sealed ? LockKeyhole : Hourglass
  return (
    <li className={`px-4 py-2.5 text-sm max-lg:space-y-0.5 md:px-5 ${COLUMNS}`}>
      <p className="num text-muted">
        <time dateTime={at}>{momentLabel(at, now, timezone)}</time>
      </p>
      <p className="font-semibold wrap-anywhere">
        <bdi>{whoWords(entry)}</bdi>
      </p>
      <p className="min-w-0 wrap-anywhere">
        {auditWords(call)} <span className="block font-mono text-xs text-subtle">{call}</span>
      </p>
      <p
        className={`flex items-center gap-1.5 max-lg:mr-4 max-lg:inline-flex ${isDone ? 'text-muted' : 'text-warn-text'}`}
      >
        <Outcome aria-hidden size={15} className="shrink-0" />
        {outcomeWords(outcome)}
      </p>
      <p className="flex items-center gap-1.5 text-muted max-lg:inline-flex">
        <Seal aria-hidden size={14} className="shrink-0" />
        {sealed ? 'Sealed' : 'Not yet sealed'}
      </p>
    </li>
  )
}
