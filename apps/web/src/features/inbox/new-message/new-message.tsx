import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { useSelector } from '@xstate/react'
import { CircleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { ChartTab } from '../../../ui/chart-tab.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MessageField, type MessageFieldProps } from './message-field.tsx'
import type { NewMessageActor, Recipient, Started } from './new-message.machine.ts'
import { leftWords, notSentWords } from './new-message.rules.ts'
import { RecipientSearch } from './recipient-search.tsx'

interface NewMessageProps extends Omit<MessageFieldProps, 'sending'> {
  actor: NewMessageActor
  onSent: (started: Started) => void
}

/** [CALL-INBOX-22] Chooses a recipient and writes a text. Sending it opens the conversation. */
export function NewMessage({ onSent, ...props }: NewMessageProps) {
  const { actor, organizationId } = props
  const { to, search, leftFor, error, badFile } = useSelector(actor, (state) => state.context)
  const sending = useSelector(actor, (state) => state.matches('sending'))

  useEffect(() => {
    const link = actor.on('sent', onSent)
    return () => link.unsubscribe()
  }, [actor, onSent])

  return (
    <div className="flex flex-col gap-4 p-4">
      {to === null ? (
        <RecipientSearch
          organizationId={organizationId}
          search={search}
          onSearch={(typed) => actor.send({ type: 'search.typed', search: typed })}
          onChoose={(chosen) => actor.send({ type: 'recipient.chosen', to: chosen })}
        />
      ) : (
        <ChosenRecipient to={to} locked={sending} onClear={() => actor.send({ type: 'recipient.cleared' })} />
      )}
      {leftFor !== null && (
        <p role="status" className="text-sm text-muted">
          {leftWords(leftFor)}
        </p>
      )}
      <MessageField {...props} sending={sending} />
      {error !== null && badFile === null && !sending && (
        <p role="alert" className="flex items-start gap-1.5 text-sm text-bad-text">
          <CircleAlert aria-hidden size={16} className="mt-px shrink-0" />
          {notSentWords(error)}
        </p>
      )}
    </div>
  )
}

function ChosenRecipient({ to, locked, onClear }: { to: Recipient; locked: boolean; onClear: () => void }) {
  return (
    <div>
      <p className="mb-1 text-sm font-medium">To</p>
      <div className="flex items-center gap-2.5 rounded-md border border-line bg-sunken py-1.5 pr-1.5 pl-2.5">
        <ChartTab name={to.name ?? ''} size="sm" />
        <p className="min-w-0 flex-1 text-sm">
          {to.name !== null && <bdi className="block font-medium wrap-anywhere">{to.name}</bdi>}
          <span className="num block whitespace-nowrap text-muted">{displayPhone(to.phoneNumber)}</span>
        </p>
        {!locked && <IconButton icon={X} label="Choose someone else" onClick={onClear} />}
      </div>
    </div>
  )
}
