import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { useMutation } from '@tanstack/react-query'
import { AlarmClockOff, Clock, type LucideIcon, MessageCircleWarning, UserRound, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isolated } from '../../../lib/isolated.rules.ts'
import { hasName } from '../../../lib/patient-names.rules.ts'
import { givenName } from '../../../lib/staff-names.rules.ts'
import { inSentence, momentLabel } from '../../../lib/time-labels.rules.ts'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import type { ConversationAction } from '../conversation-actions.rules.ts'
import { BotNotice } from './bot-notice.tsx'
import { usePatientsOfNumber } from './patients.queries.ts'
import { type OnConversationRead, useAssign } from './use-assign.ts'

export interface ThreadNoticesProps {
  conversation: Conversation
  userId: string
  now: Date
  timezone: string
  offline: boolean
  onAct: (action: ConversationAction) => void
  onRead: OnConversationRead
  /** Opens the dialog with all patients to choose from. */
  onAssign: () => void
}

/** The notices about the whole conversation, above its messages. */
export function ThreadNotices(props: ThreadNoticesProps) {
  const { conversation, offline, onAct } = props
  const { id, bot, askedToStop, patientId, snoozedUntil } = conversation
  return (
    <div className="shrink-0 divide-y divide-line">
      {bot && <BotNotice {...{ bot, offline, onAct }} conversationId={id} />}
      {askedToStop && <StopRequest {...props} />}
      {patientId === null && <PatientsOfNumber {...props} />}
      {snoozedUntil !== null && <SnoozedNotice {...props} until={snoozedUntil} />}
    </div>
  )
}

/** The patient asked in plain words, which no carrier understands, so a person has to decide. */
function StopRequest({ conversation, offline, onRead }: ThreadNoticesProps) {
  const { id: conversationId, organizationId, name } = conversation
  const api = useApi()
  // One key for each answer, so that a retry after a lost reply is not applied twice.
  const [keys] = useState(() => ({ stop: crypto.randomUUID(), go: crypto.randomUUID() }))
  const who = hasName(name) ? givenName(name) : 'This number'
  const answer = useMutation({
    mutationFn: (optOut: boolean) =>
      api('resolveStopRequest', {
        body: { organizationId, conversationId, optOut },
        idempotencyKey: optOut ? keys.stop : keys.go,
      }),
    onSuccess: ({ data, epoch }, optOut) => {
      onRead({ epoch, conversation: data })
      notifySuccess(optOut ? 'Texts stopped' : 'Texts go on')
    },
  })
  const disabledReason = offlineReason(offline)
  return (
    <section aria-label="Request to stop texts">
      <Notice
        icon={MessageCircleWarning}
        title={`${who} asked not to be texted.`}
        actions={
          <>
            <Button
              size="sm"
              kind="danger"
              busy={answer.isPending && answer.variables}
              disabledReason={disabledReason}
              onClick={() => answer.mutate(true)}
              className="pointer-coarse:h-11"
            >
              Stop texts
            </Button>
            <Button
              size="sm"
              busy={answer.isPending && !answer.variables}
              disabledReason={disabledReason}
              onClick={() => answer.mutate(false)}
              className="pointer-coarse:h-11"
            >
              They didn’t mean it
            </Button>
          </>
        }
        error={answer.isError ? failureMessage(answer.error) : null}
      >
        “Stop texts” sends one confirmation, then nothing until they text START. “They didn’t mean it” changes nothing.
      </Notice>
    </section>
  )
}

/** Suggests the patients with this number. [CALL-INBOX-14] */
function PatientsOfNumber({ conversation, userId, offline, onRead, onAssign }: ThreadNoticesProps) {
  const { data: patients = [] } = usePatientsOfNumber(conversation)
  const assign = useAssign({ conversation, userId, onRead, onDone: () => undefined })
  const [only, ...more] = patients
  if (!only) return null
  const single = more.length === 0
  const few = patients.length <= 3
  return (
    <section aria-label="Patients of this number">
      <Notice
        icon={single ? UserRound : UsersRound}
        title={
          single
            ? `${displayPhone(conversation.phoneNumber)} is ${isolated(only.name)}’s number.`
            : `This number belongs to ${patients.length} patients.`
        }
        actions={
          <>
            {few &&
              patients.map(({ _id, name }) => (
                <Button
                  key={_id}
                  size="sm"
                  busy={assign.isPending && assign.variables._id === _id}
                  disabledReason={offlineReason(offline)}
                  onClick={() => !assign.isPending && assign.mutate({ _id, name })}
                  className="pointer-coarse:h-11"
                >
                  {single ? `Assign to ${isolated(name)}` : <bdi>{name}</bdi>}
                </Button>
              ))}
            <Button size="sm" kind="ghost" onClick={onAssign} className="pointer-coarse:h-11">
              {few ? 'Someone else' : 'Choose'}
            </Button>
          </>
        }
        error={assign.isError ? failureMessage(assign.error) : null}
      >
        {single ? 'Is this who’s texting?' : 'Who’s texting? The conversation moves to the patient you choose.'}
      </Notice>
    </section>
  )
}

function SnoozedNotice({ conversation, until, now, timezone, onAct }: ThreadNoticesProps & { until: string }) {
  return (
    <section
      aria-label="Snooze"
      className="flex min-h-9 flex-wrap items-center gap-2 bg-sunken px-4 py-1.5 text-sm text-muted"
    >
      <Clock aria-hidden size={16} className="shrink-0" />
      <p className="min-w-0 flex-1">{`Snoozed until ${inSentence(momentLabel(until, now, timezone))}`}</p>
      <Button
        size="sm"
        kind="ghost"
        icon={AlarmClockOff}
        onClick={() => onAct({ kind: 'snooze', conversationId: conversation.id, until: null })}
        className="pointer-coarse:h-11"
      >
        Wake now
      </Button>
    </section>
  )
}

interface NoticeProps {
  icon: LucideIcon
  title: string
  /** The consequences of the answers. */
  children: ReactNode
  actions: ReactNode
  error: string | null
}

function Notice({ icon: Icon, title, children, actions, error }: NoticeProps) {
  return (
    <div className="flex gap-2 bg-warn px-4 py-2.5 text-sm">
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-warn-text" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-warn-text wrap-anywhere">{title}</p>
        <p>{children}</p>
        {error !== null && (
          <p role="alert" className="text-bad-text">
            {error}
          </p>
        )}
        <div className="mt-2 flex flex-wrap gap-2">{actions}</div>
      </div>
    </div>
  )
}
