import type { Campaign, Recipient } from '@foyer/contracts/campaign/campaign.ts'
import { clsx } from 'clsx'
import { MessagesSquare, Phone } from 'lucide-react'
import { useSubmission } from '../../../lib/use-submission.ts'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { chartAddress } from '../../../parts/visits/chart-address.rules.ts'
import { Button } from '../../../ui/button.tsx'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { notifyError, notifySuccess } from '../../../ui/notify.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { addressWords, eventWords, mayHaveAnswered, shortWords, stateWords, whyWords } from './recipient-words.rules.ts'

interface RecipientRowProps {
  recipient: Recipient
  campaign: Campaign
  organizationId: string
  now: Date
  timezone: string
  offline: boolean
  isPhone: boolean
  onDone: () => void
}

/** One recipient: two lines, with what can be done at the end. */
export function RecipientRow(props: RecipientRowProps) {
  const { recipient, campaign, organizationId, now, timezone, offline, isPhone, onDone } = props
  const { patientId, name, address, events, conversationId, state } = recipient
  const why = whyWords(recipient)
  const shown = name === '' ? 'No longer on file' : name
  return (
    <li data-patient-id={patientId} className="flex items-center gap-2 px-4 py-2 md:px-5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          {name === '' ? (
            <span className="text-base text-muted">{shown}</span>
          ) : (
            <Link
              to={chartAddress(patientId)}
              className="text-base font-medium wrap-anywhere underline-offset-2 hover:underline"
            >
              <bdi>{shown}</bdi>
            </Link>
          )}
          <span className="num text-sm wrap-anywhere text-muted">{addressWords(address)}</span>
        </p>
        {isPhone ? (
          <p
            className={clsx(
              'num truncate text-sm',
              state === 'failed' && events.length === 0 ? 'font-medium text-bad-text' : 'text-muted',
            )}
          >
            {shortWords(recipient, now, timezone)}
          </p>
        ) : (
          <p className="num flex flex-wrap gap-x-2 text-sm text-muted">
            <span className={state === 'failed' ? 'font-medium text-bad-text' : undefined}>
              {stateWords(recipient, now, timezone)}
            </span>
            {why !== null && <span>{why}</span>}
            {events.map(({ event, at }) => (
              <span
                key={event}
                className={event === 'optedOut' ? 'font-medium text-bad-text' : 'font-medium text-ok-text'}
              >
                {eventWords({ event, at }, now, timezone)}
              </span>
            ))}
          </p>
        )}
      </div>
      {mayHaveAnswered(recipient) && (
        <Answered {...{ campaign, patientId, organizationId, offline, onDone }} name={shown} />
      )}
      {conversationId !== null && (
        <Tooltip text="Open the conversation">
          <Link
            to={`/inbox?conversation=${encodeURIComponent(conversationId)}`}
            aria-label={`Open the conversation with ${shown}`}
            className={`${squareLook('ghost', 'md')} pointer-coarse:size-11`}
          >
            <MessagesSquare aria-hidden size={16} strokeWidth={1.75} />
          </Link>
        </Tooltip>
      )}
    </li>
  )
}

type AnsweredProps = Pick<RecipientRowProps, 'campaign' | 'organizationId' | 'offline' | 'onDone'> & {
  patientId: string
  name: string
}

/** [CALL-MISC-02] Notes that a patient called instead of writing. */
function Answered({ campaign, patientId, name, offline, onDone }: AnsweredProps) {
  const api = useApi()
  const { busy, submit } = useSubmission<null>(async () => {
    try {
      await api('trackDripCampaign', { params: { a: campaign._id, b: patientId, c: 'replied' } })
    } catch (error) {
      notifyError(`Nothing was noted. ${failureMessage(error)}`)
      throw error
    }
    notifySuccess(`Noted: ${name} answered by phone`)
    onDone()
  })
  return (
    <Button
      size="sm"
      icon={Phone}
      busy={busy}
      aria-label={`Answered by phone: ${name}`}
      disabledReason={offlineReason(offline, 'Noting it')}
      onClick={() => void submit(null)}
      className="shrink-0 pointer-coarse:h-11"
    >
      <span className="max-md:sr-only">Answered by phone</span>
    </Button>
  )
}
