import type { MailStatus } from '@foyer/contracts/main/notification.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../parts/parts.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { failureWords } from './failure-words.rules.ts'
import { momentLabel } from './moment.rules.ts'
import { TabFailed, TabLoading } from './tab-states.tsx'

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

/** An e-mail as it was written, and how far it came. */
export function MailReader({ organizationId, mailId, now, timezone, onClose }: MailReaderProps) {
  const api = useApi()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['mail', organizationId, mailId],
    queryFn: ({ signal }) => api('mail', { query: { organizationId, mailId }, signal }),
    // What became of it may have changed since it was last looked at.
    staleTime: 0,
  })
  const mail = data?.data
  return (
    <Drawer open onClose={onClose} title="E-mail">
      {!mail && !isError && <TabLoading label="Loading the e-mail" />}
      {!mail && isError && (
        <TabFailed title="The e-mail did not load" words={failureWords(error)} onRetry={() => void refetch()} />
      )}
      {mail && (
        <article className="space-y-3 p-4 text-sm">
          <h3 className="text-md font-semibold wrap-anywhere">{mail.mailSubject}</h3>
          <p className="text-muted wrap-anywhere">
            {`${mail.userName} to ${mail.email} · ${momentLabel(mail.createdAt, now, timezone)}`}
          </p>
          <p className={mail.status === 'failed' || mail.status === 'unconfirmed' ? 'text-bad-text' : 'text-muted'}>
            {[STATUS[mail.status], mail.failureReason].filter((words) => words !== null).join('. ')}
          </p>
          <p className="whitespace-pre-wrap wrap-anywhere">{mail.mailContent}</p>
        </article>
      )}
    </Drawer>
  )
}
