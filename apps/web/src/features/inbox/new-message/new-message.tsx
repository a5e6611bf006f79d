import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { MESSAGE_MAX } from '@foyer/contracts/defaults.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { useSelector } from '@xstate/react'
import { CircleAlert, SendHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ChartTab } from '../../../ui/chart-tab.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SegmentCounter } from '../composer/segment-counter.tsx'
import { isReady, type NewMessageActor, type Recipient, type Started } from './new-message.machine.ts'
import { notSentWords } from './new-message.rules.ts'
import { RecipientSearch } from './recipient-search.tsx'

const OFFLINE = 'You are offline. Your text is kept until you are back.'

interface NewMessageProps {
  actor: NewMessageActor
  organizationId: string
  offline: boolean
  onSent: (started: Started) => void
}

/** [CALL-INBOX-22] Chooses a recipient and writes a text. Sending it opens the conversation. */
export function NewMessage({ actor, organizationId, offline, onSent }: NewMessageProps) {
  const context = useSelector(actor, (state) => state.context)
  const sending = useSelector(actor, (state) => state.matches('sending'))
  const { to, text, error } = context
  const field = useId()

  useEffect(() => {
    const link = actor.on('sent', onSent)
    return () => link.unsubscribe()
  }, [actor, onSent])

  const reason = offline ? OFFLINE : missingWords(to, text)
  const send = () => reason === undefined && isReady(context) && actor.send({ type: 'send.requested' })

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className="flex flex-col gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {to === null ? (
        <RecipientSearch
          organizationId={organizationId}
          search={context.search}
          onSearch={(search) => actor.send({ type: 'search.typed', search })}
          onChoose={(chosen) => actor.send({ type: 'recipient.chosen', to: chosen })}
        />
      ) : (
        <ChosenRecipient to={to} locked={sending} onClear={() => actor.send({ type: 'recipient.cleared' })} />
      )}
      <div>
        <label htmlFor={field} className="mb-1 block text-sm font-medium">
          Message
        </label>
        <div className="focus-shell rounded-md border border-control bg-raised">
          <textarea
            id={field}
            dir="auto"
            rows={5}
            value={text}
            readOnly={sending}
            onChange={({ target }) => actor.send({ type: 'text.typed', text: target.value })}
            onKeyDown={onKeyDown}
            className="scrollbar-quiet block max-h-80 min-h-28 w-full resize-none bg-transparent px-3 py-2 text-md text-ink outline-none [field-sizing:content] md:text-base"
          />
          <p className="px-3 pb-1.5 text-right">
            <SegmentCounter text={text} note={false} />
          </p>
        </div>
      </div>
      {error !== null && !sending && (
        <p role="alert" className="flex items-start gap-1.5 text-sm text-bad-text">
          <CircleAlert aria-hidden size={16} className="mt-px shrink-0" />
          {notSentWords(error)}
        </p>
      )}
      <div className="flex justify-end">
        <Button
          kind="primary"
          icon={SendHorizontal}
          busy={sending}
          disabledReason={sending ? undefined : reason}
          onClick={send}
          className="pointer-coarse:h-11"
        >
          Send
        </Button>
      </div>
    </form>
  )
}

function missingWords(to: Recipient | null, text: string): string | undefined {
  if (to === null) return 'Choose whom to text first'
  if (isBlank(text)) return 'Write a message first'
  return text.trim().length > MESSAGE_MAX ? `At most ${MESSAGE_MAX.toLocaleString('en-US')} characters` : undefined
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
        {!locked && <IconButton icon={X} label="Choose somebody else" onClick={onClear} />}
      </div>
    </div>
  )
}
