import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { useNow } from '../../lib/use-now.ts'
import { useServices } from '../../parts/services.tsx'
import { Link } from '../../ui/link.tsx'
import type { SentNotification } from './sent-here.ts'

/** The notifications that this window has sent. Each leads to its conversation, which shows what became of it. */
export function SentList({ rows, timezone }: { rows: readonly SentNotification[]; timezone: string }) {
  const now = useNow(useServices().clock)
  return (
    <ul aria-label="Sent from this window" className="divide-y divide-line border-t border-line">
      {rows.map(({ _id, type, to, name, words, at, conversationId }) => (
        <li key={_id} className="px-4 py-2.5 text-sm md:px-5">
          <p className="flex flex-wrap gap-x-3">
            <b className="font-medium wrap-anywhere">
              <bdi>{name ?? (type === 'SMS' ? displayPhone(to) : to)}</bdi>
            </b>
            <span className="num text-muted">{`${type === 'SMS' ? 'Text' : 'Email'}, ${momentLabel(at, now, timezone)}`}</span>
            {conversationId !== null && (
              <Link
                to={`/inbox?conversation=${encodeURIComponent(conversationId)}`}
                className="font-medium text-accent-text underline underline-offset-2"
              >
                Open the conversation
              </Link>
            )}
          </p>
          <p dir="auto" className="line-clamp-2 wrap-anywhere text-muted">
            {words}
          </p>
        </li>
      ))}
    </ul>
  )
}
