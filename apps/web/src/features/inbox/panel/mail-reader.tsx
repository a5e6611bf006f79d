import type { MailStatus } from '@foyer/contracts/main/notification.ts'
import { useQuery } from '@tanstack/react-query'
import { momentLabel } from '../../../lib/time-labels.rules.ts'
import { QueryState } from '../../../parts/query-state.tsx'
import { useApi } from '../../../parts/services.tsx'
import { Drawer } from '../../../ui/drawer.tsx'

const STATUS: Record<MailStatus, string> = {
  queued: 'Waiting to be sent',
  sending: 'Being sent',
  sent: 'Sent',
  failed: 'Not sent',
  unconfirmed: 'Not confirmed',
}

interface MailReaderProps {
  organizationId: string
  mailId: string
  now: Date
  timezone: string
  onClose: () => void
}

/** Shows an e-mail as it was written, and its delivery status. */
export function MailReader({ organizationId, mailId, now, timezone, onClose }: MailReaderProps) {
  const api = useApi()
  const mail = useQuery({
    queryKey: ['mail', organizationId, mailId],
    queryFn: ({ signal }) => api('mail', { query: { organizationId, mailId }, signal }),
    select: ({ data }) => data,
    // The status may have changed since it was last loaded.
    staleTime: 0,
  })
  return (
    <Drawer open onClose={onClose} title="E-mail">
      <QueryState query={mail} what="The e-mail">
        {(read) => (
          <article className="space-y-3 p-4 text-sm">
            <h3 className="text-md font-semibold wrap-anywhere">{read.mailSubject}</h3>
            <p className="text-muted wrap-anywhere">
              {`${read.userName ?? 'The clinic'} to ${read.email} · ${momentLabel(read.createdAt, now, timezone)}`}
            </p>
            <p className={read.status === 'failed' || read.status === 'unconfirmed' ? 'text-bad-text' : 'text-muted'}>
              {[STATUS[read.status], read.failureReason].filter((words) => words !== null).join('. ')}
            </p>
            <p className="whitespace-pre-wrap wrap-anywhere">{read.mailContent}</p>
          </article>
        )}
      </QueryState>
    </Drawer>
  )
}
